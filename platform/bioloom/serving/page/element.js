// Elements are made here and nowhere else. Whatever comes from documents goes in as text, never as markup.

/** Make an element: attributes by name, listeners as functions (`click`), children as nodes or text. */
export function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === "") continue;
    made.append(child instanceof Node ? child : document.createTextNode(plain(child)));
  }
  return made;
}

/** Find an element of the page by its id. */
export function byId(id) {
  return document.getElementById(id);
}

/** Exchange everything in an element. */
export function fill(place, ...children) {
  place.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
}

const MOST = 4000;
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Show what would act unseen (controls, direction marks) by its number, and clip what is endless. */
export function plain(text) {
  const whole = String(text);
  const clipped = whole.length > MOST ? `${whole.slice(0, MOST)} … (${(whole.length - MOST).toLocaleString("en")} more characters)` : whole;
  return clipped.replace(UNSEEN, (sign) => `⟨U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

/** A link where the address is one of the web, plain text where it is anything else. */
export function link(address, words = address) {
  let parsed = null;
  try {
    parsed = new URL(String(address));
  } catch {
    return document.createTextNode(plain(words));
  }
  if (!["http:", "https:"].includes(parsed.protocol)) return document.createTextNode(plain(words));
  return element("a", { href: parsed.href, target: "_blank", rel: "noopener noreferrer" }, words);
}

/** "have_parameter", "biolink:treats" and "SmallMolecule" as people write them. */
export function words(name) {
  return String(name ?? "")
    .replace(/^(biolink|biopie|infores):/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/_/g, " ")
    .toLowerCase();
}

/** A number with its noun: "1 document", "2,000 documents". */
export function amount(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** Whether the reader asked for stillness. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Bring a part of the page into view, and the keyboard with it. */
export function show(place) {
  place.scrollIntoView({ behavior: still() ? "auto" : "smooth", block: "center" });
  place.focus({ preventScroll: true });
}
