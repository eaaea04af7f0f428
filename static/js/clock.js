/* Countdowns: an element with data-seconds-left shows them running down from the moment it came.
   Display only; the server decides when time is up. */

/* The server's markup never holds data-anchored, so a morph takes it away, and a clock that was sent again starts anew. */
function anchor(clock, now) {
  clock.dataset.anchored = String(now + 1000 * Number(clock.dataset.secondsLeft));
}

/** The person's own digits, as the server writes them. */
function inDigits(text) {
  if (document.documentElement.dataset.digits !== "arabic") return text;
  return text.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[digit]);
}

/* A turn's clock shows the turn's own time, then the bank: what `data-bank` says of the seconds left. */
function show(clock, now) {
  const left = Math.max(0, (Number(clock.dataset.anchored) - now) / 1000);
  const bank = Number(clock.dataset.bank ?? 0), ofTurn = left - bank;
  const isBank = bank > 0 && ofTurn <= 0;
  clock.toggleAttribute("data-banking", isBank);
  const text = inDigits(String(Math.ceil(isBank || !bank ? left : ofTurn)));
  const words = clock.querySelector(".left");
  if (words && words.textContent !== text) words.textContent = text;
  const share = isBank ? left / bank : ofTurn / Number(clock.dataset.secondsOf);
  clock.querySelector(".ring circle + circle")?.setAttribute("stroke-dasharray", `${Math.min(100, 100 * share)} 100`);
}

function tick() {
  const now = performance.now();
  for (const clock of document.querySelectorAll("[data-seconds-left]")) {
    if (!clock.dataset.anchored) anchor(clock, now);
    show(clock, now);
  }
}

document.addEventListener("htmx:wsAfterMessage", tick);
setInterval(tick, 250);
tick();
