// A question on its way: sent, followed while evidence comes in, answered or refused.

import { Problem, ask } from "./api.js";
import { MOST, showAnswer, showDraft } from "./answer.js";
import { byId, element, fill, plain } from "./element.js";
import { consent } from "./federation.js";
import { applyFilters, chosen, filterQuery, readTitlesOf, titles } from "./filters.js";
import { choose, look, markCited, showEvidence } from "./graph.js";
import { showProtocols, showSentence } from "./protocol.js";
import { remember } from "./question-history.js";
import { address, go, record } from "./router.js";

const KEPT = 30;
const answered = new Map();
let shown = null;
addEventListener("graph-changed", () => answered.clear());

/** Make the question box work; that Enter asks stands in first-paint.js, which is here before. */
export function startAsking() {
  const box = byId("question");
  const fit = () => { box.style.height = "auto"; box.style.height = `${box.scrollHeight}px`; };
  box.addEventListener("input", fit);
  byId("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    const question = box.value.trim();
    if (!question) return;
    const query = { q: question, ...filterQuery() };
    shown = null; // asked by hand, it is asked anew
    go("question", null, query);
  });
  if ("pressed" in byId("ask").dataset) byId("ask").requestSubmit(); // before this script was here
}

/** Show the route "question": ask `q` within the filters; Back and Forward show again what was answered. */
export async function showQuestion({ query, signal, before, again }) {
  const question = query.get("q")?.trim();
  if (!question) return go("", null, {}, { replace: true });
  const key = keyOf(query);
  applyFilters(query);
  putIntoBox(question);
  if (shown !== key || before !== "question") {
    if (!again || !answered.has(key)) await run(question, key, signal, query.get("list") ? { k: MOST } : {});
    const found = answered.get(key);
    await readTitlesOf(documentsOf(found.answer));
    if (signal.aborted) return null;
    present(found);
    shown = key;
    remember(question, query);
    byId("answer").querySelector(`button[data-citation="${CSS.escape(query.get("citation") ?? "")}"]`)?.click();
  }
  await look(query, signal);
  return question;
}

/** The part of a query that an answer depends on. */
function keyOf(query) {
  const parts = [...query].filter(([name]) => !["node", "around", "citation"].includes(name));
  return JSON.stringify(parts.sort());
}

function putIntoBox(question) {
  const box = byId("question");
  if (box.value.trim() === question) return;
  box.value = question;
  box.dispatchEvent(new Event("input"));
}

/** Offer questions that what is loaded can answer. */
export function offerExamples(examples) {
  const list = byId("examples").querySelector("ul");
  if (examples.length === list.childElementCount) return;
  byId("examples").hidden = examples.length === 0;
  fill(list, examples.map(({ question, about }) =>
    element("li", {}, element("a", { class: "example", href: address("question", null, { q: question }) },
      element("span", {}, question), about ? element("small", { class: "muted" }, about) : null))));
}

async function run(question, key, signal, listed) {
  wait("Looking for evidence…");
  answered.delete(key);
  let considered = [];
  let draft = "";
  try {
    for await (const { event, data } of ask({ question, ...chosen(), ...listed, ...(await consent(question, signal)) }, signal)) {
      if (event === "evidence") {
        considered = data.citations;
        say(`${considered.length} pieces of evidence found, reading them…`);
      } else if (event === "text") {
        draft += data.text;
        showDraft(byId("answer"), question, draft);
      } else if (event === "answer") {
        answered.set(key, { answer: data, considered });
        if (answered.size > KEPT) answered.delete(answered.keys().next().value);
      }
    }
    if (!answered.has(key)) throw new Problem(0, "The service ended without an answer.");
  } catch (error) {
    if (!signal.aborted) clear();
    throw error;
  } finally {
    if (!signal.aborted) document.body.removeAttribute("aria-busy");
  }
}

function present({ answer, considered }) {
  const named = (id, title) => titles.set(id, title);
  const options = { ids: documentsOf(answer), citations: answer.citations, look: choose, named };
  const cite = (citation) => {
    record({ citation: citation.id });
    markCited(citation);
    showSentence(citation, options);
  };
  showAnswer(byId("answer"), answer, { cite, titles, considered });
  showEvidence(answer.subgraph, answer.abstained ? "Graph of what is nearest" : "Evidence graph");
  showProtocols(answer.citations, options);
  const sure = answer.abstained ? "" : `, confidence ${Math.round(answer.confidence * 100)} percent`;
  say(`${answer.abstained ? "No answer" : "Answer"}: ${plain(answer.answer)}${sure}`, "answered");
}

function documentsOf(answer) {
  return [...new Set(answer.citations.map((citation) => citation.document_id).filter(Boolean))];
}

function clear() {
  shown = null;
  fill(byId("answer"));
  showEvidence({ nodes: [], edges: [] });
  byId("protocol").hidden = true;
  say("", "idle");
}

function wait(words) {
  document.body.setAttribute("aria-busy", "true");
  say(words);
}

function say(words, state = "working") {
  byId("status").dataset.state = state;
  byId("status").textContent = words;
}
