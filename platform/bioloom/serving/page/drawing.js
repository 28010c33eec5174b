// Graph drawing with Cytoscape: nodes by shape and colour, relations with arrowheads, a view that pans, zooms and fits.

import { Labels } from "./labels.js";
import { extent, layOut, spiral } from "./layout.js";
import { colour, kind, shape } from "./palette.js";

const RADIUS = 11;
const MOST = 1.25;
const MARGIN = 36;
const FEW = 14;

/** Draw into `place`: `choose(id)` is called for a click, `expand(id)` for a double click or Enter. */
export class Drawing {
  constructor(place, { choose, expand }) {
    this.place = place;
    this.choose = choose;
    this.expand = expand;
    this.chosen = null;
    this.near = null;
    const canvas = place.querySelector(".canvas");
    canvas.addEventListener("wheel", (event) => { if (!event.ctrlKey && !event.metaKey) event.stopPropagation(); }, { capture: true }); // the page scrolls past
    this.cy = window.cytoscape({ container: canvas, style: this.#style(), minZoom: 0.1, maxZoom: 4, boxSelectionEnabled: false, autounselectify: true });
    this.labels = new Labels(place, { press: (id, event) => this.#pressed(id, event), open: (id) => this.choose(id) });
    this.cy.on("tap", "node", ({ target }) => this.choose(target.id()));
    this.cy.on("dbltap", "node", ({ target }) => this.expand(target.id()));
    this.cy.on("mouseover", "node", ({ target }) => this.#hover(target.id()));
    this.cy.on("mouseout", "node", () => this.#hover(null));
    this.cy.on("viewport position resize", () => this.#schedule());
    new ResizeObserver(() => { this.cy.resize(); this.fit(); }).observe(place);
    const themed = () => this.cy.style(this.#style());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", themed);
    new MutationObserver(themed).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  /** Show things and relations; `center` is what a walk is about, null for evidence. `rank` orders things of one kind. */
  show({ things, relations, center = null, rank = () => 0 }) {
    this.center = center;
    this.labels.show(things.map((thing) => ({ id: thing.id, name: thing.name, kind: thing.more ? "" : kind(thing.node), more: thing.more })), captionsOf(relations));
    this.cy.batch(() => {
      this.cy.elements().remove();
      this.cy.add(things.map((thing, at) => ({ group: "nodes", data: { id: thing.id, fill: thing.more ? "transparent" : colour(thing.node), shape: thing.more ? "ellipse" : shape(thing.node) }, classes: thing.more ? "more" : "", position: spiral(at) })));
      this.cy.add(relations.map((relation) => ({ group: "edges", data: { id: relation.id, source: relation.head, target: relation.tail }, classes: classesOf(relation) })));
    });
    const places = layOut({
      things: things.map(({ id }) => id), relations, center, rank, box: (id) => this.labels.box(id),
      room: { width: this.place.clientWidth, height: this.place.clientHeight }, springs: () => this.#springs(),
    });
    this.cy.batch(() => this.cy.nodes().forEach((node) => {
      const { x, y, side } = places.get(node.id());
      node.position({ x, y }).data("side", side);
    }));
    this.mark(null);
    this.fit();
  }

  /** Mark the chosen thing, and set the rest back except what is in `near`. */
  mark(id, near = null) {
    this.chosen = id;
    this.near = near;
    this.labels.mark(id, near);
    this.cy.batch(() => {
      this.cy.nodes().forEach((node) => { node.toggleClass("chosen", node.id() === id).toggleClass("aside", near !== null && !near.has(node.id())); });
      this.cy.edges().forEach((edge) => { edge.toggleClass("aside", near !== null && !(near.has(edge.source().id()) && near.has(edge.target().id()))); });
    });
    this.#schedule();
  }

  /** Zoom by a factor about the middle. */
  by(factor) {
    const level = this.cy.zoom() * factor;
    const about = { x: this.place.clientWidth / 2, y: this.place.clientHeight / 2 };
    this.#move({ zoom: { level, renderedPosition: about } });
  }

  /** Bring all of the graph with its labels into view. */
  fit() {
    const nodes = this.cy.nodes();
    const room = { width: this.place.clientWidth, height: this.place.clientHeight };
    if (!nodes.length || !room.width) return;
    const sides = { left: 0, right: 0, top: RADIUS + (nodes.some((node) => node.data("side") === "above") ? 20 : 0), bottom: RADIUS + 20 };
    const points = nodes.map((node) => node.position());
    const [least, most] = ["min", "max"].map((way) => ({ x: Math[way](...points.map(({ x }) => x)), y: Math[way](...points.map(({ y }) => y)) }));
    nodes.forEach((node) => {
      const { width } = this.labels.box(node.id());
      const side = node.data("side");
      const reach = { left: side === "left" ? width + RADIUS + 3 : side === "below" || side === "above" ? width / 2 : RADIUS, right: side === "right" ? width + RADIUS + 3 : side === "below" || side === "above" ? width / 2 : RADIUS };
      if (node.position("x") - least.x < 30) sides.left = Math.max(sides.left, reach.left);
      if (most.x - node.position("x") < 30) sides.right = Math.max(sides.right, reach.right);
    });
    const zoom = Math.max(0.1, Math.min(
      MOST,
      (room.width - sides.left - sides.right - MARGIN) / extent(points, "x"),
      (room.height - sides.top - sides.bottom - MARGIN) / extent(points, "y"),
    ));
    const middle = { x: (least.x + most.x) / 2, y: (least.y + most.y) / 2 };
    this.#move({ zoom, pan: { x: (room.width + sides.left - sides.right) / 2 - middle.x * zoom, y: (room.height + sides.top - sides.bottom) / 2 - middle.y * zoom } });
  }

  #move({ zoom, pan }) {
    if (pan) this.cy.viewport({ zoom, pan });
    else this.cy.zoom(zoom);
  }

  #springs() {
    this.cy.layout({
      name: "cose", animate: false, randomize: false, fit: false, nodeDimensionsIncludeLabels: false, componentSpacing: 60,
      idealEdgeLength: () => 95, nodeRepulsion: () => 9000, edgeElasticity: () => 90, gravity: 0.8, numIter: 1200,
    }).run();
    return new Map(this.cy.nodes().map((node) => [node.id(), { ...node.position() }]));
  }

  #schedule() {
    this.waiting ??= requestAnimationFrame(() => { this.waiting = null; this.#label(); });
  }

  #label() {
    const zoom = this.cy.zoom();
    const radius = Math.max(5, RADIUS * zoom);
    this.labels.place({
      at: (id) => {
        const node = this.cy.getElementById(id);
        return { ...node.renderedPosition(), side: node.data("side") ?? "below", radius };
      },
      along: (id, part) => {
        const edge = this.cy.getElementById(id);
        const [from, to] = [edge.source().renderedPosition(), edge.target().renderedPosition()];
        if (part === 0.5 && edge.midpoint()) return edge.renderedMidpoint();
        return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
      },
      first: (id) => (id === this.hovered ? 4 : id === this.chosen ? 3 : id === this.center ? 2 : this.near?.has(id) ? 1 : 0),
      width: this.place.clientWidth,
      height: this.place.clientHeight,
    });
    this.place.dataset.placed = "true";
  }

  #hover(id) {
    this.hovered = id;
    this.place.classList.toggle("pointing", id !== null);
    this.#schedule();
  }

  #pressed(id, event) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (ways[event.key]) this.#walk(id, ways[event.key]);
    else if (event.key === "Enter") this.expand(id);
    else if (event.key === " ") this.choose(id);
    else if (event.key === "+" || event.key === "=") this.by(1.3);
    else if (event.key === "-") this.by(1 / 1.3);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  #walk(id, [right, down]) {
    const from = this.cy.getElementById(id).position();
    const [ahead] = this.cy.nodes().map((node) => ({ id: node.id(), x: node.position("x") - from.x, y: node.position("y") - from.y }))
      .map((step) => ({ ...step, along: step.x * right + step.y * down, off: Math.abs(step.x * down) + Math.abs(step.y * right) }))
      .filter(({ along }) => along > 1)
      .sort((one, other) => one.along + 2 * one.off - other.along - 2 * other.off);
    if (ahead) this.labels.focus(ahead.id);
  }

  /** The style out of the colours of the theme. */
  #style() {
    const probe = this.place.querySelector(".canvas");
    const tint = (name) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    };
    const [line, ink, accent, ground, refused] = ["line-strong", "ink", "accent", "raised", "denied"].map(tint);
    return [
      { selector: "node", style: { width: 2 * RADIUS, height: 2 * RADIUS, "background-color": "data(fill)", shape: "data(shape)", "border-width": 1.5, "border-color": ground, "overlay-opacity": 0 } },
      { selector: "node.more", style: { "background-color": ground, "border-color": line, "border-style": "dashed", "border-width": 1.5 } },
      { selector: "node.chosen", style: { "border-color": accent, "border-width": 3.5 } },
      { selector: "edge", style: { width: 1.4, "line-color": line, "target-arrow-color": line, "target-arrow-shape": "triangle", "arrow-scale": 0.95, "curve-style": "bezier", "control-point-step-size": 34, "loop-direction": "-45deg", "overlay-opacity": 0 } },
      { selector: "edge.down", style: { "target-arrow-shape": "tee" } },
      { selector: "edge.derived", style: { "line-style": "dotted" } },
      { selector: "edge.denied", style: { "line-color": refused, "target-arrow-color": refused, "line-style": "dashed", width: 2 } },
      { selector: "edge.open", style: { "target-arrow-shape": "none", "line-style": "dotted" } },
      { selector: ".aside", style: { opacity: 0.25 } },
      { selector: "node:active", style: { "border-color": ink } },
    ];
  }
}

/** One caption a kind of relation at one thing, on the relation in the middle of its kind; the denied ones first. */
function captionsOf(relations) {
  const kinds = new Map();
  const few = relations.length <= FEW && new Set(relations.map(({ says }) => says)).size > 1;
  for (const relation of relations.filter(({ says }) => says)) {
    if (few) kinds.set(relation.id, [relation]);
    else for (const hub of [relation.head, relation.tail]) {
      const key = `${hub}\n${relation.says}`;
      kinds.set(key, [...(kinds.get(key) ?? []), relation]);
    }
  }
  const told = new Set();
  return [...kinds.values()]
    .sort((one, other) => Number(other[0].negated) - Number(one[0].negated) || other.length - one.length)
    .flatMap((group) => {
      if (group.every(({ id }) => told.has(id))) return [];
      for (const { id } of group) told.add(id);
      const { id, head, tail, says, negated } = group[Math.floor(group.length / 2)];
      return [{ edge: id, head, tail, text: says, kind: negated ? "denied" : "" }];
    });
}

function classesOf({ negated, derived, effect, open }) {
  return [negated && "denied", derived && "derived", effect, open && "open"].filter(Boolean).join(" ");
}
