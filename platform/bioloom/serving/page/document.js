// One document: its text with marked entities, or its steps as a timeline with the findings of the checks.

import { Problem, checkDocument, readDocument } from "./api.js";
import { amount, byId, element, fill, plain, show, words } from "./element.js";
import { titles } from "./filters.js";
import { markedText, mentionKinds } from "./marked-text.js";
import { address, go, tell } from "./router.js";
import { timeline, totalTime } from "./timeline.js";
import { announce } from "./upload.js";
import { reloadDocument } from "./upload-queue.js";
import { askWithdrawal } from "./withdrawal.js";

const HELD = { sentences: ["sentence"], mentions: ["mention"], entities: ["entity", "entities"], relations: ["relation between mentions", "relations between mentions"], statements: ["statement"] };
const SEVERITIES = ["error", "warning", "note"];

/** Show the route "document": the text. */
export const showDocument = (given) => view(given, text);
/** Show the route "protocol": the timeline. */
export const showProtocol = (given) => view(given, steps);

async function view({ id, query, signal }, body) {
  const place = byId("document");
  fill(place, element("p", { class: "muted" }, "Opening the document…"));
  const found = await read(id, place);
  if (signal.aborted) return null;
  titles.set(id, found.title);
  fill(place, header(found, body), await body(found, signal));
  if (signal.aborted) return null;
  const sentence = query.get("sentence");
  const wanted = sentence && [...place.querySelectorAll("[data-sentence]")].find((each) => each.dataset.sentence === sentence);
  if (wanted) {
    wanted.setAttribute("data-chosen", "");
    show(wanted);
  } else {
    byId("document-heading").focus({ preventScroll: true });
  }
  return found.title;
}

async function read(id, place) {
  try {
    return await readDocument(id);
  } catch (error) {
    fill(place, element("p", {}, element("a", { href: address("documents") }, "All documents")));
    throw error;
  }
}

function header(found, body) {
  const { id, title, kind, source, steps: acts } = found;
  const tab = (name, label, on) => element("a", { href: address(name, id), "aria-current": on ? "page" : null }, label);
  return element("header", { class: "document-header" },
    element("p", { class: "over muted" }, element("a", { href: address("documents") }, "Documents"), kind ? ` · ${words(kind)}` : "", source ? ` · ${words(source)}` : ""),
    element("h2", { id: "document-heading", class: "view-heading", tabindex: "-1" }, element("bdi", {}, title)),
    element("p", { class: "muted" }, element("code", {}, id)),
    acts.length ? element("p", { class: "safety" }, "Reference material, not executable instructions.") : null,
    element("div", { class: "document-tools" },
      acts.length ? element("nav", { class: "tabs", "aria-label": "Views of this document" }, tab("document", "Text", body === text), tab("protocol", "Steps and checks", body === steps)) : null,
      element("div", { class: "document-actions" },
        element("a", { class: "quiet ask-about", href: address("", null, { document: id }) }, "Ask about it"),
        element("button", { type: "button", class: "quiet", click: () => window.print() }, "Print"),
        found.reloadable ? element("button", { type: "button", class: "quiet", click: (event) => readAgain(event.target, found) }, "Read again") : null,
        byId("open-upload").hidden ? null : element("button", { type: "button", class: "quiet danger", click: () => remove(found) }, "Withdraw"))),
    facts(found));
}

function facts({ counts, loads, extractor, licence, truncated }) {
  const held = Object.entries(HELD).filter(([name]) => counts[name]).map(([name, forms]) => amount(counts[name], ...forms));
  const loaded = loads.map(({ source, status, updated }) => `${source || "?"} (${status}${updated ? `, ${updated.slice(0, 10)}` : ""})`);
  const row = (name, ...value) => element("div", {}, element("dt", {}, name), element("dd", {}, ...value));
  return element("dl", { class: "facts" },
    row("Holds", held.join(", ") || "no sentence"),
    row("Annotated by", extractor ? `a program (${extractor})` : (counts.mentions ? "its source" : "nothing: it is text only")),
    loaded.length ? row(loaded.length > 1 ? "Loads" : "Load", element("bdi", {}, loaded.join(", "))) : null,
    licence ? row("Licence", licence) : null,
    truncated ? row("Note", "It is longer than what is shown here.") : null);
}

function text(found) {
  const kinds = mentionKinds(found.sentences);
  const body = element("div", { class: "document-text" }, found.sentences.map((sentence) => element(sentence.heading ? "h2" : "p", { "data-sentence": sentence.id, tabindex: "-1", class: sentence.heading ? "heading" : null }, markedText(sentence))));
  const boxes = kinds.map(({ type, name, colour, number }) => {
    const box = element("input", { type: "checkbox", checked: true, change: () => {
      for (const each of body.querySelectorAll("[data-mention]")) if (each.dataset.type === type) each.classList.toggle("unmarked", !box.checked);
    } });
    const dot = element("span", { class: "dot", "aria-hidden": "true" });
    dot.style.backgroundColor = colour;
    return element("label", { class: "choice" }, box, dot, element("span", {}, name, element("span", { class: "muted" }, ` ${number}`)));
  });
  return [boxes.length ? element("fieldset", { class: "kinds" }, element("legend", {}, "Marked"), boxes) : null, body];
}

async function steps(found, signal) {
  if (!found.steps.length) return element("p", { class: "muted" }, "No steps are known of this document: it was not read for steps, or it is no protocol.");
  let report = null;
  let trouble = null;
  try {
    report = await checkDocument(found.id);
  } catch (error) {
    if (!(error instanceof Problem) || signal.aborted) throw error;
    trouble = error.message;
  }
  const by = new Map();
  for (const finding of report?.findings ?? []) by.set(finding.sentence_id, [...(by.get(finding.sentence_id) ?? []), finding]);
  const total = totalTime(found);
  return [
    element("section", { class: "checked", "aria-label": "Checks" },
      total ? element("p", { class: "total" }, total) : null,
      trouble ? element("p", { class: "trouble" }, `The checks could not be run: ${trouble}`) : element("p", {}, element("strong", {}, summary(report.findings)), ` of ${report.rules.length} checks. `, element("span", { class: "muted" }, found.extractor ? "A program annotated the steps: what it missed or misread shows as a finding too." : "")),
      report?.findings.length ? element("ul", { class: "jumps" }, report.findings.map((finding) => element("li", {}, element("a", { href: address("protocol", found.id, { sentence: finding.sentence_id }) }, `Step ${finding.step}`), `: ${plain(finding.message)}`))) : null),
    timeline(found, by)];
}

function summary(findings) {
  const parts = SEVERITIES.map((name) => [findings.filter(({ severity }) => severity === name).length, name]).filter(([number]) => number);
  return parts.map((part) => amount(...part)).join(", ") || "No finding";
}

async function readAgain(button, { id }) {
  if (button.ariaBusy) return; // not disabled: that would lose the focus
  button.ariaBusy = "true";
  try {
    await reloadDocument(id, "local");
    byId("open-upload").click(); // its list shows how far it is
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    tell(error);
  } finally {
    button.ariaBusy = null;
  }
}

async function remove({ id, title }) {
  if (!(await askWithdrawal(id, title))) return;
  titles.delete(id);
  announce(`${title} was withdrawn.`);
  go("documents");
}
