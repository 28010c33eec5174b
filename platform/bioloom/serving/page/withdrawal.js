// Withdrawal of a document: what would go is counted first, and nothing goes without a yes.

import { Problem, planWithdrawal, withdraw } from "./api.js";
import { amount, byId, element, fill } from "./element.js";

const NAMES = {
  documents: ["document", "documents"],
  sentences: ["sentence", "sentences"],
  mentions: ["mention", "mentions"],
  edges: ["statement that only it supports", "statements that only it supports"],
  entities: ["entity that only it names", "entities that only it names"],
  loads: ["load", "loads"],
};

/** Ask whether a document is to go, and let it go; gives whether it went. */
export async function askWithdrawal(id, title) {
  const dialog = byId("withdrawal");
  const told = element("div", { class: "plan", role: "status" }, element("p", { class: "muted" }, "Counting what would go…"));
  const go = element("button", { type: "button", class: "primary danger", disabled: true, click: () => remove(id, dialog, told, go) }, "Withdraw it");
  fill(dialog,
    element("h2", { id: "withdrawal-heading" }, "Withdraw this document?"),
    element("p", {}, element("strong", {}, element("bdi", {}, title)), " ", element("code", {}, id)),
    told,
    element("p", { class: "muted" }, "What other documents support stays. This cannot be undone; the file can be uploaded again."),
    element("div", { class: "actions" }, element("button", { type: "button", class: "quiet", autofocus: true, click: () => dialog.close() }, "Keep it"), go));
  dialog.returnValue = "";
  dialog.showModal();
  const closed = new Promise((resolve) => {
    const end = () => {
      if (dialog.open) return; // the event of a dialog that was opened again before it came
      dialog.removeEventListener("close", end);
      fill(dialog);
      resolve(dialog.returnValue === "gone");
    };
    dialog.addEventListener("close", end);
  });
  try {
    fill(told, counts((await planWithdrawal(id)).deleted));
    go.disabled = false;
  } catch (error) {
    explain(error, told);
  }
  return closed;
}

function counts(deleted) {
  const parts = Object.entries(deleted).filter(([, number]) => number);
  if (!parts.length) return element("p", {}, "Nothing of it is in the graph.");
  return [element("p", {}, "This will go:"),
    element("ul", {}, parts.map(([what, number]) => element("li", {}, amount(number, ...(NAMES[what] ?? [what, what])))))];
}

async function remove(id, dialog, told, go) {
  if (go.ariaBusy) return; // not disabled: that would lose the focus
  go.ariaBusy = "true";
  try {
    await withdraw(id);
    dispatchEvent(new Event("graph-changed"));
    dialog.close("gone");
  } catch (error) {
    explain(error, told);
    go.ariaBusy = null;
  }
}

function explain(error, told) {
  if (!(error instanceof Problem)) throw error;
  fill(told, element("p", { class: "trouble" }, error.message));
}
