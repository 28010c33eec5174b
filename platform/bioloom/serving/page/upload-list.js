// The list of uploads: place in the queue, progress, what was found, what was rejected and why.

import { amount, element, plain, words } from "./element.js";
import { address } from "./router.js";
import { dismiss } from "./upload-queue.js";

const MOST_REJECTS = 50;

/** Keep the list of uploads in `place` true; `chosen` is called when a link leads away from it. An entry about which there is
 * nothing new stays as it is, with its focus; the focus of one that goes is given to `heir`. */
export function listUploads(place, { sending, jobs }, heir, chosen = () => {}) {
  if (!place.firstChild) place.append(element("p", { class: "muted" }, "Nothing was uploaded since the service started."), element("ol", { class: "uploads" }));
  const [nothing, list] = place.children;
  nothing.hidden = Boolean(sending.length || jobs.length);
  const focused = list.contains(document.activeElement);
  const had = new Map([...list.children].map((item) => [item.dataset.told, item]));
  const items = [...sending.map((entry) => [entry, outgoing]), ...jobs.map((job) => [job, arrived])].map(([entry, show]) => {
    const told = JSON.stringify(entry);
    const item = had.get(told) ?? show(entry, chosen);
    item.dataset.told = told;
    had.delete(told);
    return item;
  });
  for (const item of had.values()) item.remove();
  items.forEach((item, at) => { if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null); });
  if (focused && !list.contains(document.activeElement)) heir.focus();
}

function outgoing({ key, label, share, problem }) {
  if (problem) {
    return element("li", { class: "failed", "data-status": "refused" }, heading(label, "not taken"),
      element("p", { class: "trouble" }, problem),
      element("button", { type: "button", class: "quiet", click: () => dismiss(key) }, "Dismiss"));
  }
  return element("li", { "data-status": "sending" }, heading(label, `sending, ${Math.round(share * 100)} %`), bar(`Sending ${plain(label)}`, share, 1));
}

function arrived(job, chosen) {
  const { status, label, position, documents, error } = job;
  const told = {
    queued: position === 1 ? "next in the queue" : `number ${position} in the queue`,
    running: `${words(job.stage)}${job.total ? `, ${job.done.toLocaleString("en")} of ${job.total.toLocaleString("en")}` : ""}`,
    done: documents.length ? (job.fresh ? "read again" : "in the graph") : job.rejects.length ? "rejected" : "nothing new",
    failed: "failed",
  }[status];
  const empty = status === "done" && !documents.length;
  return element("li", { class: empty ? "failed" : status, "data-status": status }, heading(label, told),
    status === "running" ? bar(`Loading ${plain(label)}`, job.done, job.total) : null,
    status === "done" ? found(job) : null,
    error && status === "failed" ? element("p", { class: "trouble" }, error) : null,
    rejected(job),
    documents.length ? element("p", { class: "links" }, documents.slice(0, 5).map((id) => element("a", { href: address("document", id), click: chosen }, documents.length > 1 ? `Open ${id}` : "Open")),
      element("a", { href: address("", null, { document: documents.slice(0, 20) }), class: "ask-about", click: chosen }, documents.length > 1 ? "Ask about them" : "Ask about it")) : null);
}

function heading(label, told) {
  return element("p", { class: "upload-name" }, element("bdi", {}, label), " ", element("span", { class: "badge" }, told));
}

function bar(name, value, max) {
  return max ? element("progress", { max, value, "aria-label": name }) : element("progress", { "aria-label": name });
}

/** What a load found, in the words of its counts. */
function found({ counts, documents }) {
  if (!counts) return null;
  const written = counts.written ?? {};
  const parts = [
    [written.documents, "document"], [written.sentences, "sentence"], [written.nodes, "mention or entity", "mentions and entities"], [written.edges, "relation"],
  ].filter(([number]) => number).map(([number, one, many]) => amount(number, one, many));
  const said = parts.length ? `Found: ${parts.join(", ")}.` : documents.length ? "The graph held all of it already." : "It holds no document that could be read.";
  return element("p", { class: "found" }, said, parts.length && counts.skipped ? ` ${counts.skipped.toLocaleString("en")} records were left out.` : "");
}

function rejected({ rejects }) {
  if (!rejects?.length) return null;
  return element("details", { open: rejects.length < 6 },
    element("summary", {}, `${rejects.length} rejected`),
    element("ul", { class: "rejects" }, rejects.slice(0, MOST_REJECTS).map(({ reason, line, detail }) =>
      element("li", {}, element("strong", {}, words(reason)), line ? ` in line ${line}` : "", detail ? `: ${detail}` : ""))));
}
