// A sentence with its mentions set off, each a link to what it denotes; a chip or a finding can light its words up.

import { element, plain, words } from "./element.js";
import { colour } from "./palette.js";
import { address } from "./router.js";

/** The text of a sentence; of mentions that overlap the longest is marked. */
export function markedText(sentence) {
  const parts = [];
  let from = 0;
  for (const mention of sentence.mentions ?? []) {
    if (mention.start < from) continue;
    parts.push(sentence.text.slice(from, mention.start), marked(mention, sentence.text));
    from = mention.end;
  }
  return element("bdi", {}, parts, sentence.text.slice(from));
}

function marked(mention, text) {
  const { entity, native_type: type } = mention;
  const kind = kindName(mention);
  const called = entity?.name && entity.name !== mention.name ? `${kind}: ${plain(entity.name)}` : kind;
  const link = element("a", { class: `mention ${type === "verb" ? "verb" : ""}`, href: address("node", entity?.id ?? mention.id), title: called, "data-mention": mention.id, "data-type": type }, text.slice(mention.start, mention.end));
  link.style.setProperty("--own", mentionColour(mention));
  return link;
}

/** The kinds of the mentions of some sentences: type, name, colour, number; the most frequent first. */
export function mentionKinds(sentences) {
  const found = new Map();
  for (const mention of sentences.flatMap((sentence) => sentence.mentions ?? [])) {
    const kind = found.get(mention.native_type) ?? { type: mention.native_type, name: kindName(mention), colour: mentionColour(mention), number: 0 };
    kind.number += 1;
    found.set(mention.native_type, kind);
  }
  return [...found.values()].sort((one, other) => other.number - one.number || one.name.localeCompare(other.name));
}

/** "biored:GeneOrGeneProduct" as people write it. */
function kindName({ native_type: type, category }) {
  return words((type || category || "other").replace(/^\w+:/, ""));
}

/** The colour of a mention: that of its type, or of its Biolink category where the type is of another scheme. */
function mentionColour({ native_type: type, category }) {
  return colour({ type: type?.includes(":") ? null : type, category });
}

/** Let an element light up the words of mentions within a place while it is pointed at or has the focus. */
export function lights(part, ids, place) {
  const set = (on) => {
    for (const each of place.querySelectorAll("[data-mention]")) each.classList.toggle("lit", on && ids.includes(each.dataset.mention));
  };
  for (const name of ["pointerenter", "focusin"]) part.addEventListener(name, () => set(true));
  for (const name of ["pointerleave", "focusout"]) part.addEventListener(name, () => set(false));
}
