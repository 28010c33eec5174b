// Chosen colours are set before anything is drawn, so that a dark page does not flash white.
(function () {
  try {
    const chosen = localStorage.getItem("bioloom-theme");
    if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  } catch {
    // Storage may be closed to us: the system's colours hold.
  }
})();
