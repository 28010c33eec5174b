// What cannot wait for the modules, which may come much later over a slow network.
(function () {
  // Chosen colours are set before anything is drawn, so that a dark page does not flash white.
  try {
    const chosen = localStorage.getItem("bioloom-theme");
    if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  } catch {
    // Storage may be closed to us: the system's colours hold.
  }
  // A form goes nowhere by itself: its question would stand in the address that is sent. asking.js asks what was pressed before.
  document.addEventListener("submit", (event) => { event.target.dataset.pressed = ""; }, { capture: true });
  // Enter in the question box asks, Shift and Enter breaks the line.
  document.addEventListener("keydown", (event) => {
    if (event.target.id !== "question" || event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    event.target.form.requestSubmit();
  });
})();
