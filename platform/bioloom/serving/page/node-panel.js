// What is known of one thing: its names and identifiers, its claims with their sentences, the sentences that mention it.

import { Problem, mentions } from "./api.js";
import { amount, element, fill, plain, words } from "./element.js";
import { badges } from "./graph-list.js";
import { graphOf, isMinted } from "./graph-data.js";
import { identifier, identifierCode } from "./identifiers.js";
import { colour, kind, shape } from "./palette.js";
import { address } from "./router.js";
import { grow } from "./surroundings.js";

const HIDDEN = /^(start|end|record_hash|normalised|name_keys|document_id|sentence_id|entity|annotated_type|biolink_version|assumed|index|synonym|xref|equivalent_identifiers|iri|provided_by|category|confidence|native_type)$/;
const MOST_VALUES = 6;

/** Describe a thing; `choose` goes to another one, `expand` draws its neighbours, null where they are drawn. */
export function nodePanel(thing, found, { choose, expand, count, centred }) {
  const { center } = found;
  const sign = element("span", { class: `sign ${shape(center)}`, "aria-hidden": "true" });
  sign.style.backgroundColor = colour(center);
  const official = center.name && !isMinted(center.id) && plain(center.name) !== plain(thing.name) ? element("p", {}, "Named ", element("strong", {}, center.name), " in its vocabulary.") : null;
  const place = center.properties?.sentence_id;
  return element("section", { class: "about", "aria-labelledby": "node-heading" },
    element("h3", { id: "node-heading", tabindex: "-1" }, sign, thing.name || center.id),
    element("p", { class: "muted" }, `${kind(center)} · `, identifierCode(center.id)),
    official,
    element("div", { class: "deeds" },
      expand && count ? element("button", { type: "button", class: "secondary", click: expand }, `Show its ${amount(count, "neighbour")}`) : null,
      centred ? null : element("a", { class: "secondary", href: address("node", center.id) }, "Go on from here"),
      place ? element("a", { class: "secondary", href: address("document", center.properties.document_id ?? documentOf(place), { sentence: place }) }, "Read its step") : null),
    identifiers(center),
    claims(found, choose),
    isEntity(center) ? mentioned(center.id) : null);
}

function identifiers({ properties = {} }) {
  const rows = [["also called", properties.synonym], ["same or like", [properties.equivalent_identifiers, properties.xref].flat().filter(Boolean)]]
    .concat(Object.entries(properties).filter(([name]) => !HIDDEN.test(name)).map(([name, value]) => [words(name), value]))
    .filter(([, value]) => [value].flat().filter((each) => each !== undefined && each !== null && each !== "").length);
  return rows.length ? element("dl", {}, rows.map(([name, value]) => [element("dt", {}, name), element("dd", {}, values(value))])) : null;
}

function claims(found, choose) {
  if (!found.groups.length) return null;
  const list = element("div", { class: "claims" });
  const draw = () => fill(list, found.groups.map((group, at) => groupOf(found, group, at === 0, choose, draw)));
  draw();
  return [element("h4", {}, "What the graph says of it"), list];
}

function groupOf(found, group, open, choose, drawAll) {
  const graph = graphOf({ nodes: [found.center, ...group.nodes], edges: group.edges });
  const relations = [...graph.relations.values()];
  if (!relations.length) return null;
  const { head, says } = relations[0];
  const own = head === graph.known.get(found.center.id);
  const others = kind(group.nodes[0]);
  const name = graph.things.get(graph.known.get(found.center.id)).name;
  const title = own ? `${name} ${says} …` : `… ${says} ${name}`;
  const more = group.total - group.edges.length;
  const list = element("ul", { class: "relations" }, relations.map((relation) => claim(graph, relation, graph.known.get(found.center.id), choose)));
  const grown = async (event) => {
    event.target.disabled = true;
    group.drawn = Math.max(group.drawn, 0);
    const drawn = group.drawn;
    group.drawn = group.edges.length;
    await grow(found, group);
    group.drawn = drawn;
    drawAll();
  };
  return element("details", { open: open || group.wasOpen, toggle: (event) => { group.wasOpen = event.target.open; } },
    element("summary", {}, title, " ", element("span", { class: "muted" }, `${others} · ${group.total.toLocaleString("en")}`)),
    list,
    more > 0 ? element("button", { type: "button", class: "secondary", click: grown }, `${more.toLocaleString("en")} more`) : null);
}

function claim(graph, relation, center, choose) {
  const other = (id) => (id === center
    ? element("strong", {}, graph.things.get(id).name || id)
    : element("button", { type: "button", class: "as-text", click: () => choose(id) }, graph.things.get(id).name || id));
  return element("li", {},
    element("p", {}, other(relation.head), " ", element("span", { class: relation.negated ? "denied" : null }, relation.says), " ", other(relation.tail), relation.context ? `, ${relation.context}` : "", badges(relation)),
    relation.edges.map((edge) => evidenceOf(edge)));
}

function evidenceOf({ properties = {} }) {
  const texts = [properties.supporting_text].flat().filter(Boolean); // as many as sentences, in their order
  const sentences = [properties.sentence_ids ?? properties.sentence_id].flat().filter(Boolean);
  const confidence = properties.extraction_confidence_score;
  const about = [properties.primary_knowledge_source && words(properties.primary_knowledge_source), confidence !== undefined ? `read with confidence ${Number(confidence).toFixed(2)}` : null];
  const publications = [properties.publications].flat().filter(Boolean);
  const shown = texts.slice(0, 3).map((text, at) => element("blockquote", {}, element("bdi", {}, text), " ", sentences[at] ? readLink(sentences[at]) : null));
  const unsaid = texts.length ? null : sentences.slice(0, 2).map((id) => [" ", readLink(id)]);
  return [shown, element("p", { class: "muted" }, about.filter(Boolean).join(" · "), unsaid, publications.length ? [" · ", values(publications)] : null)];
}

function readLink(sentence) {
  return element("a", { href: address("document", documentOf(sentence), { sentence }) }, "read it in its document");
}

function mentioned(id) {
  const place = element("div", {});
  const list = element("ul", { class: "relations" });
  const read = async (cursor = null) => {
    try {
      const { items, next } = await mentions(id, cursor);
      if (!items.length && !cursor) return;
      list.append(...items.map((item) => element("li", {},
        element("blockquote", {}, element("bdi", {}, marked(item.text, item.names))),
        element("p", { class: "muted" }, element("a", { href: address("document", item.document_id, { sentence: item.sentence_id }) }, item.document_title)))));
      const more = next ? element("button", { type: "button", class: "secondary", click: (event) => { event.target.remove(); read(next); } }, "More sentences") : null;
      fill(place, element("h4", {}, "Where texts speak of it"), list, more);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      fill(place, element("p", { class: "trouble" }, error.message));
    }
  };
  read();
  return place;
}

/** A sentence with the words set off by which it names the thing. */
function marked(text, names) {
  const found = names.map((name) => [text.indexOf(name), name]).filter(([at]) => at >= 0).sort(([one], [other]) => one - other)[0];
  return found ? [text.slice(0, found[0]), element("mark", {}, found[1]), text.slice(found[0] + found[1].length)] : text;
}

function documentOf(sentence) {
  return String(sentence).replace(/#[^#]*$/, "");
}

function isEntity({ properties = {} }) {
  return properties.sentence_id === undefined;
}

function values(value) {
  const all = [value].flat();
  const shown = all.slice(0, MOST_VALUES).flatMap((each, at) => [at ? ", " : "", identifier(each)]);
  return all.length > MOST_VALUES ? [...shown, ` and ${all.length - MOST_VALUES} more`] : shown;
}
