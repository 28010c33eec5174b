// A question on its way: sent, followed while evidence comes in, answered or refused.

import { Problem, ask } from "./api.js";
import { showAnswer, showDraft } from "./answer.js";
import { byId, element, fill, plain } from "./element.js";
import { chosen, titles } from "./filters.js";
import { choose, markCited, showEvidence } from "./graph.js";
import { showProtocols, showSentence } from "./protocol.js";

let running = null;

/** Make the question box work: Enter asks, Shift and Enter breaks the line. */
export function startAsking() {
  const box = byId("question");
  const fit = () => { box.style.height = "auto"; box.style.height = `${box.scrollHeight}px`; };
  box.addEventListener("input", fit);
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    byId("ask").requestSubmit();
  });
  byId("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    const question = box.value.trim();
    if (question) run(question);
  });
}

/** Put a question into the box and ask it. */
export function askThis(question) {
  const box = byId("question");
  box.value = question;
  box.dispatchEvent(new Event("input"));
  run(question);
}

/** Offer questions that what is loaded can answer. */
export function offerExamples(examples) {
  const list = byId("examples").querySelector("ul");
  if (examples.length === list.childElementCount) return;
  byId("examples").hidden = examples.length === 0;
  fill(list, examples.map(({ question, about }) =>
    element("li", {}, element("button", { type: "button", class: "example", click: () => askThis(question) },
      element("span", {}, question), about ? element("small", { class: "muted" }, about) : null))));
}

async function run(question) {
  running?.abort();
  const mine = (running = new AbortController());
  wait("Looking for evidence…");
  let considered = [];
  let draft = "";
  try {
    for await (const { event, data } of ask({ question, ...chosen() }, mine.signal)) {
      if (event === "evidence") {
        considered = data.citations;
        say(`${considered.length} pieces of evidence found, reading them…`);
      } else if (event === "text") {
        draft += data.text;
        reveal();
        showDraft(byId("answer"), question, draft);
      } else if (event === "answer") {
        present(data, considered);
      }
    }
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Problem)) throw error;
    fail(error);
  } finally {
    if (running === mine) document.body.removeAttribute("aria-busy");
  }
}

function present(answer, considered) {
  reveal();
  const named = (id, title) => titles.set(id, title);
  const options = { ids: documentsOf(answer), citations: answer.citations, look: choose, named };
  const cite = (citation) => { markCited(citation); showSentence(citation, options); };
  showAnswer(byId("answer"), answer, { cite, titles, considered });
  showEvidence(answer.subgraph);
  showProtocols(answer.citations, options);
  const sure = answer.abstained ? "" : `, confidence ${Math.round(answer.confidence * 100)} percent`;
  say(`${answer.abstained ? "No answer" : "Answer"}: ${plain(answer.answer)}${sure}`, "answered");
}

function documentsOf(answer) {
  return [...new Set(answer.citations.map((citation) => citation.document_id).filter(Boolean))];
}

function wait(words) {
  document.body.setAttribute("aria-busy", "true");
  byId("trouble").hidden = true;
  say(words);
}

function reveal() {
  document.body.classList.remove("at-rest");
  byId("results").hidden = false;
}

function say(words, state = "working") {
  byId("status").dataset.state = state;
  byId("status").textContent = words;
}

function fail(problem) {
  say("", "idle");
  const later = problem.retryAfter ? ` Try again in ${problem.retryAfter} seconds.` : "";
  byId("trouble").textContent = plain(`${problem.message}${later}`);
  byId("trouble").hidden = false;
}
