// A protocol or an abstract of one's own: chosen or dropped, sent, followed until it is in the graph.

import { Problem, job, upload } from "./api.js";
import { byId, element, fill, words } from "./element.js";

const KINDS = ".txt,.md,.markdown,.docx,.pdf,.json,.xml,.nxml,.nbib,.medline,.pubtator";
const PAUSE = 700;

/** Make the upload work; `added` is called with the ids of documents that are in the graph now. */
export function startUpload(added) {
  const dialog = byId("upload");
  byId("open-upload").addEventListener("click", () => { fill(dialog, form(dialog, added)); dialog.showModal(); });
  for (const name of ["dragover", "drop"]) { // a file that misses must not replace the page
    document.addEventListener(name, (event) => event.preventDefault());
  }
}

function form(dialog, added) {
  const file = element("input", { type: "file", id: "upload-file", accept: KINDS, required: true });
  const name = element("p", { class: "chosen-file" }, "Drop a file here, or choose one");
  const drop = element("label", { class: "drop", for: "upload-file" }, file, name,
    element("small", { class: "muted" }, "Plain text, Markdown, Word, PDF, protocols.io, JATS, BioC, PubMed"));
  const named = () => { name.textContent = file.files[0]?.name ?? "Drop a file here, or choose one"; };
  file.addEventListener("change", named);
  drop.addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    file.files = event.dataTransfer.files;
    named();
  });
  const read = element("input", { type: "checkbox", id: "upload-read", checked: true });
  const told = element("div", { class: "told", "aria-live": "polite" });
  const send = element("button", { type: "submit", class: "primary" }, "Add it");
  const close = element("button", { type: "button", class: "quiet", click: () => dialog.close() }, "Close");
  return element("form", { submit: async (event) => {
    event.preventDefault();
    if (!file.files[0]) return;
    send.disabled = true;
    await run(file.files[0], read.checked ? "local" : "none", told, (ids) => { added(ids); dialog.close(); });
    send.disabled = false;
  } },
    element("h2", { id: "upload-heading" }, "Add a document"),
    element("p", { class: "muted" }, "It is read on this machine and goes into your graph; nothing leaves it."),
    drop,
    element("label", { class: "choice" }, read, element("span", {}, "Read its steps, reagents and values ", element("small", { class: "muted" }, "not needed where it is annotated already"))),
    told, element("div", { class: "actions" }, close, send));
}

async function run(file, extract, told, ask) {
  const bar = element("progress", { max: 1, value: 0, "aria-label": "Progress" });
  const stage = element("p", {}, "Sending…");
  fill(told, bar, stage);
  try {
    const { job: id } = await upload(file, extract, (share) => { bar.value = share; });
    for (;;) {
      const found = await job(id);
      follow(found, bar, stage);
      if (found.status === "failed") throw new Problem(0, found.error ?? "It could not be loaded.");
      if (found.status === "done") return finish(found, told, ask);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    fill(told, element("p", { class: "trouble" }, error.message));
  }
}

function follow({ status, stage: name, done, total }, bar, stage) {
  if (total) { bar.max = total; bar.value = done; } else bar.removeAttribute("value");
  stage.textContent = status === "queued" ? "Waiting for its turn…" : `${words(name ?? status)}${total ? ` ${done} of ${total}` : "…"}`;
}

function finish({ label, documents, counts, rejects }, told, ask) {
  const read = counts?.read ?? null;
  fill(told,
    element("p", { class: "good" }, documents.length ? `In the graph now: ${label ?? documents.join(", ")}` : "Nothing new: the graph held it already.", read === null ? "" : ` (${read} records)`),
    rejects?.length ? element("details", { open: true }, element("summary", {}, `${rejects.length} rejected`),
      element("ul", {}, rejects.slice(0, 50).map(({ reason, line, detail }) => element("li", {}, `${line ? `line ${line}: ` : ""}${words(reason)}`, detail ? ` – ${detail}` : "")))) : null,
    documents.length ? element("button", { type: "button", class: "quiet", click: () => ask(documents) }, "Ask about it") : null);
}
