// Question history: what was asked in this browser, kept in its local storage and nowhere else.

import { byId, element, fill } from "./element.js";
import { address } from "./router.js";

const KEY = "bioloom-questions";
const KEPT = 200;

/** Remember a question with the query of its address; asked again, it moves to the top. */
export function remember(question, query) {
  const kept = new URLSearchParams([...query].filter(([name]) => !["node", "around", "citation"].includes(name))).toString();
  const others = read().filter((entry) => entry.query !== kept);
  write([{ question, query: kept, at: new Date().toISOString() }, ...others].slice(0, KEPT));
}

/** Show the history as links; gives the title of the view. */
export function showHistory() {
  const entries = read();
  const when = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
  const clear = () => { write([]); showHistory(); byId("history-heading").focus(); };
  fill(byId("history"),
    element("h2", { id: "history-heading", class: "view-heading", tabindex: "-1" }, "Questions asked in this browser"),
    element("p", { class: "muted" }, "They are kept in this browser only. Answers are read anew from the graph."),
    entries.length
      ? element("ol", { class: "history-list" }, entries.map(({ question, query, at }) => element("li", {},
          element("a", { href: address("question", null, new URLSearchParams(query)) }, question,
            element("small", { class: "muted" }, [filters(query), when.format(new Date(at))].filter(Boolean).join(" · "))))))
      : element("p", {}, "None yet."),
    entries.length ? element("button", { type: "button", class: "quiet", id: "clear-history", click: clear }, "Clear the history") : null);
  return "History";
}

function filters(query) {
  const names = new Set([...new URLSearchParams(query).keys()].filter((name) => name !== "q"));
  return names.size ? "filtered" : "";
}

function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return found.filter((entry) => typeof entry.question === "string" && typeof entry.query === "string" && !Number.isNaN(Date.parse(entry.at)));
  } catch {
    return []; // closed to us, or written by something else
  }
}

function write(entries) {
  try {
    localStorage.setItem(KEY, JSON.stringify(entries));
  } catch {
    // Storage may be closed or full: the page works without a history.
  }
}
