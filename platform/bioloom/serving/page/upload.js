// Upload of protocols and publications: chosen, or dropped anywhere on the page.

import { byId, element, fill, words } from "./element.js";
import { onQueue, sendFiles } from "./upload-queue.js";
import { listUploads } from "./upload-list.js";

const KINDS = ".txt,.md,.markdown,.docx,.pdf,.json,.xml,.nxml,.nbib,.medline,.pubtator";
let over = 0;

/** Make the upload work; `changed` is called when documents have come in. */
export function startUpload(changed) {
  const dialog = byId("upload");
  byId("open-upload").addEventListener("click", () => open(dialog));
  onQueue(({ over: done = [], taken }) => {
    byId("open-upload").hidden = !taken;
    const fresh = done.flatMap((job) => job.documents);
    if (fresh.length) changed(fresh);
    for (const job of done) announce(said(job));
  });
  startDropping(dialog);
}

function open(dialog, files = []) {
  if (!dialog.open) {
    fill(dialog, form(dialog));
    dialog.showModal();
    const [list, file] = [dialog.querySelector(".upload-list"), byId("upload-file")];
    const end = onQueue((state) => listUploads(list, state, file, () => dialog.close()));
    dialog.addEventListener("close", end, { once: true });
  }
  if (files.length) sendFiles(files, extraction(dialog));
}

function form(dialog) {
  const file = element("input", { type: "file", id: "upload-file", accept: KINDS, multiple: true, "aria-describedby": "upload-kinds" });
  file.addEventListener("change", () => { sendFiles(file.files, extraction(dialog)); file.value = ""; });
  const read = element("input", { type: "checkbox", id: "upload-read", checked: true });
  return element("div", { class: "upload-form" },
    element("h2", { id: "upload-heading" }, "Add documents"),
    element("p", { class: "muted" }, "They are read on this machine and go into your graph; nothing leaves it."),
    element("label", { class: "choice" }, read, element("span", {}, "Read their steps, reagents and values ", element("small", { class: "muted" }, "not needed where they are annotated already"))),
    element("label", { class: "drop", for: "upload-file" }, file, element("span", { class: "chosen-file" }, "Choose files, or drop them anywhere on the page"),
      element("small", { class: "muted", id: "upload-kinds" }, "Plain text, Markdown, Word, PDF, protocols.io, JATS, BioC, PubMed; up to 16 MiB each")),
    element("div", { class: "upload-list" }),
    element("div", { class: "unseen announced", role: "log" }),
    element("div", { class: "actions" }, element("button", { type: "button", class: "primary", click: () => dialog.close() }, "Close")));
}

function extraction(dialog) {
  return dialog.querySelector("#upload-read").checked ? "local" : "none";
}

function startDropping(dialog) {
  const lit = (on) => document.body.toggleAttribute("data-dropping", on);
  const holdsFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  document.addEventListener("dragenter", (event) => { if (holdsFiles(event)) { over += 1; lit(true); } });
  document.addEventListener("dragleave", (event) => { if (holdsFiles(event)) { over = Math.max(0, over - 1); lit(over > 0); } });
  document.addEventListener("dragover", (event) => event.preventDefault()); // a file that misses must not replace the page
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    over = 0;
    lit(false);
    if (event.dataTransfer?.files.length && !byId("open-upload").hidden && !document.querySelector("dialog[open]:not(#upload)")) open(dialog, event.dataTransfer.files);
  });
}

/** Say what became of a document, also where a dialog hides the rest of the page from a screen reader. */
export function announce(words) {
  for (const place of document.querySelectorAll("#upload-said, dialog[open] .announced")) {
    place.append(element("p", {}, words));
    if (place.childElementCount > 10) place.firstElementChild.remove();
  }
}

function said({ label, status, documents, rejects, error }) {
  if (status === "failed") return `${label} could not be loaded: ${error}`;
  if (documents.length) return `${label} is in the graph now.`;
  const [first] = rejects;
  return first ? `${label} was rejected: ${[words(first.reason), first.detail].filter(Boolean).join(", ")}` : `${label} brought nothing new.`;
}
