// Light or dark: the system's choice until the switch is used, then that.

import { byId } from "./element.js";

const KEY = "bioloom-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

/** Make the switch work and keep its state true. */
export function startTheme() {
  const button = byId("theme");
  const tell = () => button.setAttribute("aria-pressed", String(dark()));
  button.addEventListener("click", () => {
    const chosen = dark() ? "light" : "dark";
    document.documentElement.dataset.theme = chosen;
    localStorage.setItem(KEY, chosen);
    tell();
  });
  system.addEventListener("change", tell);
  tell();
}

function dark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : system.matches;
}
