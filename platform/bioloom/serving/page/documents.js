// The documents of the graph: listed page by page, searched, opened; uploads on their way above them.

import { searchDocuments } from "./api.js";
import { amount, byId, element, fill, plain, words } from "./element.js";
import { address, go, here } from "./router.js";
import { active, onQueue } from "./upload-queue.js";
import { listUploads } from "./upload-list.js";

const KINDS = [["", "All kinds"], ["protocol", "Protocols"], ["abstract", "Abstracts"], ["article", "Articles"]];
const PAGE = 25;

/** Keep the list of uploads of this view true. */
export function startDocuments() {
  onQueue((state) => {
    const shown = { sending: state.sending, jobs: state.jobs.filter((job) => active(job) || job.status === "failed" || job.rejects.length) };
    byId("uploads").hidden = !shown.sending.length && !shown.jobs.length;
    listUploads(byId("uploads-list"), shown, byId("documents-heading"));
  });
  byId("document-find").addEventListener("submit", (event) => {
    event.preventDefault();
    go("documents", null, { q: byId("document-q").value.trim(), kind: byId("document-kind").value });
  });
  byId("document-kind").addEventListener("change", () => byId("document-find").requestSubmit());
  fill(byId("document-kind"), KINDS.map(([value, label]) => element("option", { value }, label)));
}

/** Show the route "documents". */
export async function showDocuments({ query, signal }) {
  const sought = { q: query.get("q") ?? "", kind: query.get("kind") ?? "" };
  byId("document-q").value = sought.q;
  byId("document-kind").value = sought.kind;
  const found = await searchDocuments({ ...sought, cursor: query.get("cursor") });
  if (signal.aborted) return null;
  const first = Number(query.get("from") ?? 1) || 1;
  const last = first + found.items.length - 1;
  byId("document-count").textContent = found.total
    ? `${first.toLocaleString("en")} to ${last.toLocaleString("en")} of ${amount(found.total, "document")}`
    : sought.q || sought.kind ? "No document has these words in its title or id." : "The graph holds no document yet: add one.";
  fill(byId("document-list"), found.items.map(row));
  const next = found.next ? element("a", { class: "quiet", rel: "next", href: address("documents", null, { ...sought, cursor: found.next, from: last + 1 }) }, `Next ${PAGE}`) : null;
  const begin = first > 1 ? element("a", { class: "quiet", href: address("documents", null, sought) }, "From the beginning") : null;
  fill(byId("document-pages"), begin, next);
  byId("document-pages").hidden = !begin && !next;
  return sought.q ? `Documents: ${plain(sought.q)}` : "Documents";
}

/** List the documents anew if they are shown. */
export function refreshDocuments() {
  if (here().name === "documents") go("documents", null, here().query);
}

function row({ id, title, source, sentences, kind }) {
  return element("li", {},
    element("a", { href: address(kind === "protocol" ? "protocol" : "document", id) }, element("bdi", {}, title)),
    element("p", { class: "muted" }, [kind && words(kind), source && words(source), amount(sentences, "sentence")].filter(Boolean).join(" · "), " · ", element("code", {}, id)));
}
