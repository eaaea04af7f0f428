/* The time until a maintenance, as hours, minutes and seconds. Display only. */

const start = performance.now();

function inDigits(text) {
  if (document.documentElement.dataset.digits !== "arabic") return text;
  return text.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[digit]);
}

function told(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return inDigits(shown.map((part) => String(part).padStart(2, "0")).join(":"));
}

function tick() {
  const passed = Math.floor((performance.now() - start) / 1000);
  for (const clock of document.querySelectorAll("[data-minutes-left]")) {
    clock.querySelector(".left").textContent = told(Math.max(0, Number(clock.dataset.minutesLeft) - passed));
  }
}

setInterval(tick, 1000);
tick();
