// An answer to take away: on paper, as Markdown, as JSON; always with its citations.

import { element, plain, words } from "./element.js";

/** The tools below an answer. */
export function exportTools(answer, titles) {
  const name = fileName(answer.question);
  const button = (label, click) => element("button", { type: "button", class: "quiet", click }, label);
  return element("div", { class: "export", role: "group", "aria-label": "Take this answer away" },
    button("Print", () => window.print()),
    button("Save as Markdown", () => save(`${name}.md`, "text/markdown", toMarkdown(answer, titles, now()))),
    button("Save as JSON", () => save(`${name}.json`, "application/json", toJson(answer, titles, now()))));
}

/** Where the sentence of a citation stands: "wlp:protocol_350, sentence 8". */
export function placeOf({ document_id: document, sentence_id: sentence, sentence_number: number }) {
  return number ? `${document}, sentence ${number}` : sentence;
}

/** An answer as Markdown: what documents say stands in it as text, whatever signs it holds. */
export function toMarkdown(answer, titles, day) {
  const denied = new Set(answer.subgraph.edges.filter((edge) => edge.negated).map((edge) => edge.id));
  const lines = [`# ${inert(answer.question)}`, "", ...(answer.parts?.length ? answer.parts.map(partly) : [inert(answer.answer)]), "",
    answer.abstained ? "No answer from this graph." : `Confidence ${Math.round(answer.confidence * 100)} %, read by ${inert(answer.model === "local" ? "the local reader" : answer.model)}.`,
    `Asked on ${day}.`];
  if (answer.citations.length) lines.push("", answer.abstained ? "## Nearest, no answer" : "## Citations", "");
  for (const citation of answer.citations) {
    const where = [titles.get(citation.document_id), placeOf(citation) ?? citation.document_id, citation.assertion_id && `statement ${citation.assertion_id}`, citation.node_id && `node ${citation.node_id}`,
      citation.source && words(citation.source), citation.endpoint, citation.retrieved_on].filter(Boolean);
    lines.push(`- \\[${citation.id}\\] “${inert(citation.text)}”`, `  ${where.map(inert).join(" · ")}${denied.has(citation.assertion_id) ? " · evidence against" : ""}`);
  }
  if (answer.notes?.length) lines.push("", "## Notes", "", ...answer.notes.map((note) => `- ${inert(note)}`));
  if (answer.citations.some((citation) => citation.document_id)) lines.push("", "Protocols are reference material, not executable instructions.");
  return `${lines.join("\n")}\n`;
}

function partly({ question, answer, abstained, confidence }) {
  return `- ${inert(question)}\\\n  ${inert(answer)} (${abstained ? "not answered" : `confidence ${Math.round(confidence * 100)} %`})`;
}

/** An answer as JSON: as the service gives it, with the day and the titles of the documents. */
export function toJson(answer, titles, day) {
  const citations = answer.citations.map((citation) => ({ ...citation, document_title: titles.get(citation.document_id) ?? null }));
  return `${JSON.stringify({ ...answer, citations, asked_on: day }, null, 2)}\n`;
}

/** Text without a meaning in Markdown or HTML. */
function inert(text) {
  return plain(text).replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>#|~&]/g, "\\$&");
}

function fileName(question) {
  const plainly = question.normalize("NFKD").replace(/[^\p{Letter}\p{Number}]+/gu, "-").replace(/^-+|-+$/g, "").toLowerCase();
  return `bioloom-${plainly.slice(0, 60) || "answer"}`;
}

function now() {
  return new Date().toISOString().slice(0, 10);
}

function save(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = element("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
