// Labels over the drawing: a button a thing, a caption a kind of relation, of the same size at every zoom; what would lie
// over another is left out until there is room. The buttons are what keyboards and screen readers reach.

import { element, fill, plain } from "./element.js";

const CAPTION_PLACES = [0.5, 0.62, 0.38, 0.74];
const RING = 13;

/** Lay labels over a drawing; `press(id, key)` is called for keys, `open(id)` for a click of an assistive tool. */
export class Labels {
  constructor(place, { press, open }) {
    this.layer = element("div", { class: "labels" });
    this.press = press;
    this.open = open;
    this.buttons = new Map();
    this.captions = [];
    place.append(this.layer);
  }

  /** Make the labels anew: things in the order of their importance, captions likewise. */
  show(things, captions) {
    const had = this.layer.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    this.buttons = new Map(things.map((thing) => [thing.id, this.#button(thing)]));
    this.captions = captions.map((caption) => ({ ...caption, made: element("span", { class: `caption ${caption.kind}`, "aria-hidden": "true" }, caption.text) }));
    fill(this.layer, this.captions.map(({ made }) => made), [...this.buttons.values()]);
    [...this.buttons.values(), ...this.captions.map(({ made }) => made)].forEach(measure);
    if (had) this.buttons.get(had)?.focus({ preventScroll: true });
  }

  /** The size that the label of a thing needs, its node included. */
  box(id) {
    const { width, height } = this.buttons.get(id).size;
    return { width: Math.max(width, 2 * RING), height: height + 2 * RING + 4 };
  }

  /** Place all labels: `at(id)` gives {x, y, side, radius} of a thing, `along(edge, part)` a point of a relation. */
  place({ at, along, first, width, height }) {
    const taken = [];
    const free = (box) => taken.every((other) => box.right <= other.left || box.left >= other.right || box.bottom <= other.top || box.top >= other.bottom);
    const seen = ({ x, y }) => x > 0 && x < width && y > 0 && y < height;
    const order = [...this.buttons.keys()].sort((one, other) => Number(first(other)) - Number(first(one)));
    for (const id of order) {
      const { x, y, radius } = at(id);
      taken.push({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius, own: id });
    }
    for (const id of order) {
      const button = this.buttons.get(id);
      const point = at(id);
      const box = boxOf(point, button.size);
      const hidden = !taken.every((other) => other.own === id || box.right <= other.left || box.left >= other.right || box.bottom <= other.top || box.top >= other.bottom);
      button.style.transform = `translate(${point.x}px, ${point.y}px)`;
      button.firstElementChild.style.transform = `translate(${box.left - point.x}px, ${box.top - point.y}px)`;
      button.classList.toggle("crowded", hidden);
      if (!hidden) taken.push({ ...box, own: id });
    }
    for (const { edge, made } of this.captions) {
      const found = CAPTION_PLACES.map((part) => ({ ...along(edge, part), side: "on", radius: 0 })).filter(seen)
        .map((point) => inward(boxOf(point, made.size), width)).find(free);
      made.classList.toggle("crowded", !found);
      if (found) {
        made.style.transform = `translate(${found.left}px, ${found.top}px)`;
        taken.push(found);
      }
    }
  }

  /** Mark the chosen thing, set others aside, and let Tab reach one. */
  mark(chosen, near) {
    const reached = this.buttons.has(chosen) ? chosen : this.buttons.keys().next().value;
    for (const [id, button] of this.buttons) {
      const before = button.getAttribute("aria-pressed");
      button.setAttribute("aria-pressed", String(id === chosen));
      if (button.getAttribute("aria-pressed") !== before) measure(button); // the chosen one is bold
      button.tabIndex = id === reached ? 0 : -1;
      button.classList.toggle("aside", near !== null && !near.has(id));
    }
    for (const { head, tail, made } of this.captions) made.classList.toggle("aside", near !== null && !(near.has(head) && near.has(tail)));
  }

  /** Give the keyboard to a thing. */
  focus(id) {
    for (const button of this.buttons.values()) button.tabIndex = -1;
    const button = this.buttons.get(id);
    button.tabIndex = 0;
    button.focus({ preventScroll: true });
  }

  #button({ id, name, kind, more }) {
    return element("button", {
      type: "button", class: more ? "node more" : "node", "data-id": id, "aria-label": more ? name : `${plain(name)}, ${kind}`, "aria-pressed": "false",
      "aria-describedby": "drawing-keys", tabindex: "-1", keydown: (event) => this.press(id, event), click: () => this.open(id),
    }, element("span", {}, element("bdi", {}, name || "(no name)")));
  }
}

function measure(label) {
  const text = label.firstElementChild ?? label;
  label.size = { width: text.offsetWidth, height: text.offsetHeight };
}

function boxOf({ x, y, side, radius }, { width, height }) {
  const left = { right: x + radius + 3, left: x - radius - 3 - width, below: x - width / 2, above: x - width / 2, on: x - width / 2 }[side];
  const top = { right: y - height / 2, left: y - height / 2, below: y + radius + 2, above: y - radius - 2 - height, on: y - height / 2 }[side];
  return { left, right: left + width, top, bottom: top + height };
}

/** Move a box sideways until no end of it is cut off; a box that is wider than the room begins at its edge. */
function inward({ left, right, top, bottom }, width) {
  const by = Math.max(Math.min(0, width - right), -left);
  return { left: left + by, right: right + by, top, bottom };
}
