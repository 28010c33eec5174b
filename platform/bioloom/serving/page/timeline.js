// A protocol as a timeline: the steps in their order, with times, temperatures, reagents, branches and findings.

import { element, plain, words } from "./element.js";
import { lights, markedText } from "./marked-text.js";
import { typeColour } from "./palette.js";
import { address } from "./router.js";
import { duration, orderWords, shownNumbers, statedTime, stepOrder } from "./step-order.js";

const FIRST = ["time", "temperature"];
const MOST_LEFT = 8;

/** The whole timeline; `findings` are those of the checks, by the id of their sentence. */
export function timeline(found, findings = new Map()) {
  const order = stepOrder(found);
  const steps = new Map(found.steps.map((step) => [step.sentence_id, step]));
  const numbers = shownNumbers(found);
  const printed = new Map(found.sentences.filter((sentence) => sentence.printed).map((sentence) => [sentence.number, sentence.printed]));
  let clock = 0;
  return element("ol", { class: "timeline whole" }, found.sentences.map((sentence) => {
    const step = steps.get(sentence.id);
    const place = order.get(sentence.id);
    if (sentence.heading) return element("li", { class: "heading", "data-sentence": sentence.id, tabindex: "-1" }, element("h3", {}, sentence.text));
    if (place && !place.branch) clock += place.seconds;
    const until = place?.seconds && !place.branch ? clock : null;
    return item(sentence, { step, shown: numbers.get(sentence.id), printed, place, findings: findings.get(sentence.id) ?? [], until });
  }));
}

/** "The stated times add up to 2 h 5 min, with 12 h for overnight; not counted: up to 6 h." */
export function totalTime(found) {
  const order = stepOrder(found);
  const total = statedTime(order);
  const branches = [...order.values()].filter((place) => place.branch && place.seconds).length;
  const counted = found.steps.filter((step) => !order.get(step.sentence_id).branch);
  const assumed = [...new Set(counted.flatMap((step) => step.duration.by_convention))];
  const left = counted.flatMap((step) => step.duration.not_counted.map((name) => `${name} (${step.number})`));
  if (!total && !left.length) return null;
  const said = [total ? `The stated times add up to ${duration(total)}` : "No stated time was added up"];
  if (assumed.length) said.push(`${assumed.join(", ")}: by the least of the usual time`);
  if (left.length) said.push(`not counted (with the number of the sentence): ${left.slice(0, MOST_LEFT).join(", ")}${left.length > MOST_LEFT ? ` and ${left.length - MOST_LEFT} more` : ""}`);
  if (branches) said.push("optional steps, alternatives and what runs meanwhile are left out");
  return `${said.join("; ")}.`;
}

function item(sentence, { step, shown, printed, place, findings, until }) {
  const text = element("p", { class: "text" }, markedText(sentence));
  const number = step?.number ?? sentence.number;
  const notes = place ? orderWords(place, number, printed) : [];
  return element("li", { "data-sentence": sentence.id, tabindex: "-1", class: [step ? "step" : "aside", place?.branch ? "branch" : "", findings.length ? "found" : ""].join(" ").trim() },
    element("span", { class: "number", title: `sentence ${number}` }, shown ? [element("span", { class: "unseen" }, step ? "Step " : "Sentence "), shown] : null),
    element("div", {},
      place?.branch || notes.length ? element("p", { class: "order" }, place.branch ? element("span", { class: "badge" }, place.branch) : null, notes.length ? element("span", { class: "muted" }, ` ${notes.join(", ")}`) : null) : null,
      text,
      step?.verbs.length ? element("ul", { class: "chips", "aria-label": "What this step does" }, step.verbs.map((verb) => deed(verb, text))) : null,
      until === null ? null : element("p", { class: "muted clock" }, `stated time so far: ${duration(until)}`),
      findings.length ? element("ul", { class: "findings", "aria-label": "Findings of the checks" }, findings.map((finding) => report(finding, text))) : null));
}

function deed(verb, text) {
  const values = [...verb.parameters].sort((one, other) => place(one) - place(other));
  return element("li", {},
    chip(verb, "verb", "action", [verb.id], text),
    values.map((value) => chip(value, `value ${words(value.native_type).replace(/ /g, "-")}`, measured(value), [value.id], text)),
    verb.objects.map((thing) => [
      chip(thing, "thing", [words(thing.relation), words(thing.native_type)].filter(Boolean).join(": "), [thing.id], text),
      (thing.properties ?? []).map((value) => chip(value, "value", measured(value), [value.id, thing.id], text)),
    ]));
}

function chip(thing, kind, about, ids, text) {
  const link = element("a", { class: `chip ${kind}`, href: address("node", thing.id), title: plain(about), "aria-label": `${plain(thing.name)}, ${plain(about)}` }, thing.name);
  link.style.setProperty("--own", typeColour(kind === "verb" ? "verb" : thing.native_type));
  lights(link, ids, text);
  return link;
}

function measured(value) {
  const known = value.si_value !== null && value.si_value !== undefined;
  return [words(value.native_type), known ? `${value.value} ${value.unit ?? ""}`.trim() : null].filter(Boolean).join(": ");
}

function place(value) {
  const at = FIRST.indexOf(value.native_type);
  return at < 0 ? FIRST.length : at;
}

function report({ severity, message, rule, mentions }, text) {
  const line = element("li", { class: `finding ${severity}`, tabindex: "0" },
    element("span", { class: "severity" }, severity), " ", message,
    element("span", { class: "muted" }, ` (${words(rule)})`));
  lights(line, mentions.map((mention) => mention.id), text);
  return line;
}
