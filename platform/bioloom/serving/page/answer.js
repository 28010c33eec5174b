// An answer with its numbered citations, or an honest account of why there is none.

import { element, fill, plain, words } from "./element.js";
import { exportTools, placeOf } from "./answer-export.js";
import { conflicts } from "./graph-data.js";
import { address, addressWith } from "./router.js";

/** "45 sec – Title: “the sentence” [1]", as the local reader answers a question for a value. */
const VALUE_FIRST = /^([^–“]{1,60}) – (.+)$/s;

/** What the service says where more was found than is listed, and whose neighbours all of it are. */
const MORE = /^And ([\d,]+) more; a larger k lists them(?:, and so do the neighbours of (.+))?\.$/;

/** The most that one question may list. */
export const MOST = 50;

/** Show an answer in `place`; `cite` is called with the citation that is chosen, `titles` names documents. */
export function showAnswer(place, answer, { cite, titles, considered }) {
  const byNumber = new Map(answer.citations.map((citation) => [citation.id, citation]));
  const against = new Set(answer.subgraph.edges.filter((edge) => edge.negated).map((edge) => edge.id));
  const rests = restingOn(answer);
  const others = answer.citations.filter(({ id }) => !rests.has(id));
  const select = (citation) => {
    for (const each of place.querySelectorAll("[data-citation]")) {
      const same = each.dataset.citation === String(citation.id);
      each.toggleAttribute("data-chosen", same);
      if (each.tagName === "BUTTON") each.setAttribute("aria-pressed", String(same));
    }
    cite(citation);
  };
  fill(place,
    element("h2", { id: "answer-heading", class: "asked" }, answer.question),
    answer.parts?.length ? parted(answer.parts, byNumber, select)
      : answer.abstained ? abstention(answer, considered, byNumber, select) : said(answer.answer, byNumber, select),
    disagreement(answer.subgraph),
    origin(answer),
    answer.notes?.length ? element("ul", { class: "notes muted" }, answer.notes.map((note) => element("li", {}, note))) : null,
    exportTools(answer, titles),
    cited("Rests on", answer.citations.filter(({ id }) => rests.has(id)), { select, titles, against }),
    cited(nearest(others), others, { select, titles, against }));
}

/** The ids of the citations that something of an answer rests on; a refusal only shows what is nearest. */
export function restingOn(answer) {
  const given = answer.parts?.length ? answer.parts.filter((part) => !part.abstained).flatMap((part) => part.citations) : [];
  return new Set(answer.parts?.length ? given : answer.abstained ? [] : answer.citations.map(({ id }) => id));
}

/** What the citations of a refusal are called: no answer rests on them. */
export function nearest(citations) {
  const kind = citations.every((citation) => citation.sentence_id) ? "sentence" : "statement";
  return `Nearest ${kind}${citations.length > 1 ? "s" : ""}, no answer`;
}

/** Show what a language model has written so far; none of it is checked yet. */
export function showDraft(place, question, text) {
  fill(place,
    element("h2", { id: "answer-heading", class: "asked" }, question),
    element("p", { class: "said draft", "aria-hidden": "true" }, text),
    element("p", { class: "muted" }, "A draft: its citations are checked when it is complete."));
}

function said(text, byNumber, select) {
  const whole = sentences(text);
  const parts = whole.map((sentence) => marked(sentence, byNumber, select));
  const [, value, rest] = (whole.length === 1 && VALUE_FIRST.exec(text)) || [];
  if (value) return element("div", { class: "said" }, element("p", { class: "value" }, value), element("p", {}, marked(rest, byNumber, select)));
  if (parts.length < 3) return element("p", { class: "said" }, parts.flatMap((part, at) => (at ? [" ", ...part] : part)));
  return element("ul", { class: "said" }, parts.map((part) => element("li", {}, part)));
}

/** The parts of a question that asks for several things, each with its own confidence, or why it is not answered. */
function parted(parts, byNumber, select) {
  return element("ol", { class: "parts" }, parts.map((part) => element("li", { class: part.abstained ? "missing" : null },
    element("h3", {}, part.question),
    part.abstained ? element("p", { class: "verdict" }, "Not answered") : null,
    said(part.answer, byNumber, select),
    part.abstained ? null : element("p", { class: "muted" }, `Confidence ${Math.round(part.confidence * 100)} %`))));
}

/** Cut after citations: "A [1] [2] B [3]" has two sentences. */
function sentences(text) {
  const found = [];
  for (const part of text.split(/(?<=\[\d+\])\s+/)) {
    if (found.length && /^[[.,;]/.test(part)) found.push(`${found.pop()} ${part}`);
    else found.push(part);
  }
  return found;
}

function marked(sentence, byNumber, select) {
  const [, more, node] = MORE.exec(sentence.trim()) ?? [];
  if (more) return [listing(more, node, byNumber.size)];
  return sentence.split(/(\[\d+\])/).map((part) => {
    const citation = byNumber.get(Number(/^\[(\d+)\]$/.exec(part)?.[1]));
    return citation ? marker(citation, select) : part;
  });
}

/** What lists more than was given: the same question, or the page of the node that all of it is about. */
function listing(more, node, given) {
  const all = given + Number(more.replaceAll(",", ""));
  const href = node && all > MOST ? address("node", node) : given < MOST ? addressWith({ list: "all", node: null, around: null }) : null;
  return href ? element("a", { class: "secondary", href }, `${more} more`) : `${more} more`;
}

function marker(citation, select) {
  const name = `Citation ${citation.id}: ${plain(citation.text).slice(0, 200)}`;
  const tip = element("span", { class: "tip", "aria-hidden": "true" }, element("bdi", {}, plain(citation.text).slice(0, 400)));
  const button = element("button", { type: "button", class: "marker", "aria-label": name, "aria-pressed": "false", "data-citation": citation.id, click: () => select(citation) }, citation.id);
  const wrap = element("span", { class: "marked" }, button, tip);
  button.addEventListener("keydown", (event) => { if (event.key === "Escape") wrap.classList.add("dismissed"); });
  for (const name of ["pointerleave", "focusout"]) wrap.addEventListener(name, () => wrap.classList.remove("dismissed"));
  return wrap;
}

function abstention(answer, considered, byNumber, select) {
  return element("div", { class: "abstained" },
    element("p", { class: "verdict" }, "No answer from this graph"),
    element("p", {}, marked(answer.answer, byNumber, select)),
    considered.length
      ? element("details", {},
          element("summary", {}, "What came nearest, and does not answer it"),
          element("ul", {}, considered.slice(0, 5).map((each) => element("li", {}, each.text))))
      : null);
}

function disagreement(subgraph) {
  const found = conflicts(subgraph);
  if (!found.length) return null;
  return element("div", { class: "conflict", role: "note" },
    element("strong", {}, "The evidence disagrees. "),
    found.map(({ subject, object, said: pro, denied }) => element("span", {}, `${subject} and ${object}: ${pro.length} for, ${denied.length} against. `)));
}

function origin(answer) {
  const share = Math.round(answer.confidence * 100);
  const bar = element("meter", { min: 0, max: 1, value: answer.confidence, "aria-hidden": "true" });
  const { total, ...parts } = answer.timings;
  const spent = Object.entries(parts).map(([name, seconds]) => `${words(name)} ${seconds.toFixed(2)}`).join(", ");
  return element("dl", { class: "origin" },
    element("div", {}, element("dt", {}, "Confidence"), element("dd", {}, bar, answer.abstained ? "none" : `${share} %`)),
    element("div", {}, element("dt", {}, "Read by"), element("dd", {}, answer.model === "local" ? "local reader" : answer.model)),
    element("div", {}, element("dt", {}, "Time"), element("dd", {}, total === undefined ? spent : `${total.toFixed(2)} s`, total === undefined ? null : element("span", { class: "muted" }, spent))));
}

function cited(heading, citations, { select, titles, against }) {
  if (!citations.length) return null;
  const items = citations.map((citation) => {
    const denies = against.has(citation.assertion_id);
    const title = titles.get(citation.document_id);
    const place = placeOf(citation) ?? citation.assertion_id ?? citation.node_id;
    const source = citation.source ? words(citation.source) : title ?? citation.document_id ?? "";
    const fetched = citation.endpoint ? `${plain(citation.endpoint)}, ${citation.retrieved_on}` : null;
    return element("li", { id: `citation-${citation.id}`, "data-citation": citation.id, tabindex: "-1", class: denies ? "denied" : null },
      element("span", { class: "number", "aria-hidden": "true" }, citation.id),
      element("div", {},
        element("blockquote", {}, element("bdi", {}, citation.text)),
        element("p", { class: "muted" }, source ? element("span", {}, source) : null,
          fetched ? element("span", {}, fetched) : element("button", { type: "button", class: "as-text", title: place, click: () => select(citation) }, citation.document_id ? "show where it stands" : "show in the graph"),
          denies ? element("span", { class: "badge denied" }, "evidence against") : null)));
  });
  return element("section", { class: "citations", "aria-label": heading }, element("h3", {}, heading), element("ol", {}, items));
}
