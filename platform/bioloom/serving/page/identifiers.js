// Identifiers: a CURIE as a link to the page of who issued it, where its prefix is known.

import { element, link } from "./element.js";

let prefixes = {};

/** Fetch the prefixes: they are a file of the page and need no token. */
export async function loadPrefixes() {
  const response = await fetch("/page/prefixes.json");
  if (response.ok) prefixes = await response.json();
}

/** A link for a CURIE of a known prefix or for an address, plain text for anything else. */
export function identifier(text) {
  const [, prefix, local] = /^([^:\s]+):(\S+)$/.exec(String(text)) ?? [];
  const known = prefix && Object.hasOwn(prefixes, prefix) ? prefixes[prefix] : null;
  return known ? link(known + encodeURIComponent(local), String(text)) : link(text, String(text));
}

/** The same in the letters of code. */
export function identifierCode(text) {
  return element("code", {}, identifier(text));
}
