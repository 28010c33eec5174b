// A cited document step by step: what is done, with which values, on what; or its sentences if it has no steps.

import { Problem, readDocument } from "./api.js";
import { amount, byId, element, fill, plain, show, words } from "./element.js";
import { typeColour } from "./palette.js";
import { address } from "./router.js";
import { shownNumbers } from "./step-order.js";

const AROUND = 2;
let turn = 0;
let opening = Promise.resolve();

/** Show the documents that an answer cites, the first one opened; `look` is called with a node's id. */
export async function showProtocols(citations, { look, named }) {
  const mine = ++turn;
  const place = byId("protocol");
  const ids = [...new Set(citations.map((citation) => citation.document_id).filter(Boolean))];
  place.hidden = ids.length === 0;
  fill(place);
  opening = ids.length ? open(ids[0], { ids, citations, look, named, mine }) : Promise.resolve();
  await opening;
}

/** Bring the sentence of a citation into view. */
export async function showSentence(citation, options) {
  if (!citation.document_id) return;
  const place = byId("protocol");
  await opening; // what is on its way would replace the sentence that is marked now
  if (place.dataset.document !== citation.document_id) await open(citation.document_id, { ...options, mine: turn });
  const look = () => [...place.querySelectorAll("[data-sentence]")].find((each) => each.dataset.sentence === citation.sentence_id);
  if (!look()) place.querySelector("button.all")?.click();
  const found = look();
  for (const each of place.querySelectorAll("[data-chosen]")) each.removeAttribute("data-chosen");
  found?.setAttribute("data-chosen", "");
  if (found) show(found);
}

async function open(id, { ids, citations, look, named, mine }) {
  const place = byId("protocol");
  let found;
  try {
    found = await readDocument(id);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (mine === turn) fill(place, element("p", { class: "muted" }, `The document ${id} cannot be shown: ${error.message}`));
    return;
  }
  named(id, found.title);
  if (mine !== turn) return;
  const cited = new Map(citations.map((citation) => [citation.sentence_id, citation.id]));
  place.dataset.document = id;
  fill(place,
    element("header", {},
      element("p", { class: "over muted" }, found.steps.length ? "Protocol" : "Document"),
      element("h2", { id: "protocol-heading" }, found.title || id),
      element("p", { class: "muted" }, element("code", {}, id), ` · ${words(found.source)}`),
      ids.length > 1 ? chooser(ids, id, (other) => open(other, { ids, citations, look, named, mine })) : null),
    found.steps.length ? element("p", { class: "safety" }, "Reference material, not executable instructions.") : null,
    timeline(found, cited, look),
    element("p", { class: "whole-link" }, element("a", { href: address(found.steps.length ? "protocol" : "document", id) }, found.steps.length ? "The whole protocol with its times and checks" : "The whole document")));
}

function chooser(ids, chosen, open) {
  const select = element("select", { id: "protocol-choice", change: (event) => open(event.target.value) }, ids.map((id) => element("option", { value: id, selected: id === chosen }, id)));
  return element("p", {}, element("label", { for: "protocol-choice" }, `One of ${ids.length} cited: `), select);
}

function timeline(document, cited, look) {
  const steps = new Map(document.steps.map((step) => [step.sentence_id, step]));
  const places = document.sentences.flatMap((sentence, at) => (cited.has(sentence.id) ? [at] : []));
  const near = (at) => !places.length || places.some((place) => Math.abs(place - at) <= AROUND);
  const all = document.sentences.every((_, at) => near(at));
  const list = element("ol", { class: "timeline" });
  const numbers = shownNumbers(document);
  const draw = (everything) => fill(list, document.sentences.flatMap((sentence, at) => {
    if (!everything && !near(at)) return near(at - 1) ? [gap()] : [];
    return [item(sentence, { step: steps.get(sentence.id), shown: numbers.get(sentence.id), number: cited.get(sentence.id), look })];
  }));
  const gap = () => element("li", { class: "gap", "aria-hidden": "true" });
  draw(all);
  const ended = document.truncated ? element("p", { class: "muted" }, "It goes on; the rest is not shown here.") : null;
  if (all) return [list, ended];
  const more = element("button", { type: "button", class: "quiet all", click: () => { draw(true); more.remove(); } }, steps.size ? `Show the whole protocol (${amount(steps.size, "step")})` : `Show all ${document.sentences.length} sentences`);
  return [list, more, ended];
}

function item(sentence, { step, shown, number, look }) {
  const here = number !== undefined;
  if (sentence.heading && !here) return element("li", { class: "heading", "data-sentence": sentence.id, tabindex: "-1" }, element("h3", {}, sentence.text));
  return element("li", { "data-sentence": sentence.id, class: [here ? "cited" : "", shown ? "" : "aside"].join(" ").trim() || null, tabindex: "-1", "aria-current": here ? "step" : null },
    element("span", { class: "number", "aria-hidden": "true", title: `sentence ${sentence.number}` }, shown),
    element("div", {},
      element("p", { class: "text" }, element("bdi", {}, verbsMarked(sentence.text, step?.verbs ?? [])), here ? element("span", { class: "badge cited" }, `cited as ${number}`) : null),
      step?.verbs.length ? element("ul", { class: "chips", "aria-label": "What this step does" }, step.verbs.map((verb) => deed(verb, look))) : null));
}

function deed(verb, look) {
  const chip = (thing, kind, about) => {
    const button = element("button", { type: "button", class: `chip ${kind}`, title: about, click: () => look(thing.id ?? verb.id) }, thing.name);
    button.style.setProperty("--own", typeColour(thing.native_type));
    return button;
  };
  return element("li", {},
    chip({ ...verb, native_type: "verb" }, "verb", "Look around this action"),
    verb.parameters.map((value) => chip(value, "value", [value.native_type, value.si_value === null || value.si_value === undefined ? null : `${value.value} ${value.unit ?? ""}`].filter(Boolean).join(": "))),
    verb.objects.map((thing) => chip(thing, "thing", plain([words(thing.relation), thing.native_type].filter(Boolean).join(": ")))),
    verb.objects.flatMap((thing) => thing.properties ?? []).map((value) => chip(value, "value", value.native_type)));
}

/** The sentence with its verbs set off, each at its next place in the text. */
function verbsMarked(text, verbs) {
  const parts = [];
  let from = 0;
  for (const { name } of verbs) {
    const at = text.indexOf(name, from);
    if (at < 0) continue;
    parts.push(text.slice(from, at), element("strong", {}, name));
    from = at + name.length;
  }
  return [...parts, text.slice(from)];
}
