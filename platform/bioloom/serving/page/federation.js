// Consent before a question is put to other graphs: what leaves this machine, and to whom.

import { endpoints, planOutgoing } from "./api.js";
import { byId, element, fill, plain, words } from "./element.js";

const agreed = new Set(); // addresses for which this tab was told not to ask again

/** Offer other graphs where the service knows some. */
export async function offerFederation() {
  const known = await endpoints();
  byId("federate-choice").hidden = known.length === 0;
  byId("federate-to").textContent = known.map(host).join(", ");
}

/** Ask whether a question may go out; gives the part of the request that says so. */
export async function consent(question, signal) {
  if (byId("federate-choice").hidden || !byId("federate").checked) return {};
  const plan = await planOutgoing(question, signal);
  if (!plan.queries.length || plan.endpoints.every((url) => agreed.has(url))) return { federate: true };
  const yes = await ask(plan, signal);
  return yes ? { federate: true } : {};
}

function ask(plan, signal) {
  const dialog = byId("consent");
  const again = element("input", { type: "checkbox", id: "consent-again" });
  fill(dialog,
    element("h2", { id: "consent-heading" }, "Before anything leaves this machine"),
    element("p", {}, "Other graphs are asked about the ends of your question."),
    element("h3", {}, "To whom"),
    element("ul", { class: "endpoints" }, plan.endpoints.map((url) => element("li", {}, element("strong", {}, host(url)), " ", element("code", {}, url)))),
    element("h3", {}, "What leaves"),
    element("ul", { class: "sent" }, plan.ends.map(({ name, ids }) => element("li", {},
      ids.length ? [ids.length > 1 ? "the identifiers " : "the identifier ", ids.map((id, at) => [at ? ", " : "", element("code", {}, id)]), ids.length > 1 ? ", which stand for " : ", which stands for ", element("bdi", {}, name)] : ["nothing about ", element("bdi", {}, name), ": the graph has no public identifier for it"]))),
    element("p", {}, `and that a ${words(plan.kind)} is wanted.`),
    element("h3", {}, "What stays"),
    element("p", {}, "Your question, the names above, your documents and your own identifiers."),
    plan.note ? element("p", { class: "muted" }, plan.note) : null,
    element("details", {}, element("summary", {}, "The requests, word by word"), element("pre", { tabindex: "0", "aria-label": "The requests" }, plan.queries.map((query) => JSON.stringify(query, null, 2)).join("\n\n"))),
    element("label", { class: "choice" }, again, "Do not ask again for these addresses in this tab"),
    element("div", { class: "actions" },
      element("button", { type: "button", class: "quiet", autofocus: true, click: () => dialog.close("no") }, "Ask only here"),
      element("button", { type: "button", class: "primary", click: () => dialog.close("yes") }, "Send and ask")));
  dialog.returnValue = "";
  dialog.showModal();
  signal?.addEventListener("abort", () => dialog.close("no"), { once: true });
  return new Promise((resolve) => dialog.addEventListener("close", () => {
    const yes = dialog.returnValue === "yes";
    fill(dialog);
    if (yes && again.checked) for (const url of plan.endpoints) agreed.add(url);
    resolve(yes);
  }, { once: true }));
}

function host(url) {
  try {
    return new URL(url).host;
  } catch {
    return plain(url);
  }
}
