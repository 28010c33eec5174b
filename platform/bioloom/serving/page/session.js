// The token of the service: from the link that `bioloom serve` prints, or asked for once; kept for this tab only.

import { byId } from "./element.js";

const KEY = "bioloom-token";
let asking = null;
let refused = false;

/** Take the token out of the address, so that it neither stays in the bar nor in the history. */
export function takeFromAddress() {
  const given = location.hash.startsWith("#/") ? null : new URLSearchParams(location.hash.slice(1)).get("token");
  if (!given) return;
  keep(given);
  history.replaceState(null, "", location.pathname + location.search);
}

/** Give the token, asking for it if there is none. */
export async function token() {
  return sessionStorage.getItem(KEY) ?? (asking ??= ask().finally(() => (asking = null)));
}

/** Forget a token that the service refused. */
export function refuse(old) {
  if (sessionStorage.getItem(KEY) === old) sessionStorage.removeItem(KEY);
  refused = true;
}

function ask() {
  const dialog = byId("token");
  const field = byId("token-text");
  byId("token-refused").hidden = !refused;
  field.value = "";
  dialog.oncancel = (event) => event.preventDefault();
  dialog.showModal();
  field.focus();
  return new Promise((resolve) => {
    dialog.onclose = () => {
      const given = keep(field.value);
      field.value = "";
      resolve(given);
    };
  });
}

/** Keep a token as a header can send it: without blanks and unseen characters that were copied with it. */
function keep(given) {
  const clean = given.replace(/[^!-~]/g, "");
  sessionStorage.setItem(KEY, clean);
  return clean;
}
