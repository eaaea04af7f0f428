/* Slam and flick (where the hand has data-slam): press and hold a card or press S to slam it, F and then play to flick it. */

const HOLD = 450;                // milliseconds until a held card slams down

const table = document.getElementById("table");
let timer, spent;                // when a held card slams; whether the finger that is down has slammed one

const hand = () => document.getElementById("hand");
const mayGesture = (card) => card && "slam" in hand().dataset && card.getAttribute("aria-disabled") !== "true";
const choose = (gesture) => (hand().querySelector(`[name="gesture"][value="${gesture}"]`).checked = true);

function slam(card) {
  choose("slam");
  navigator.vibrate?.(30);
  card.click();                  // htmx learns from the click which button it was
}

table.addEventListener("pointerdown", (event) => {
  const card = event.target.closest("[data-card]");
  spent = false;
  if (!event.isPrimary || event.button || !mayGesture(card)) return;
  card.dataset.held = "";
  timer = setTimeout(() => {
    spent = true;
    slam(card);
  }, HOLD);
});

function release() {
  clearTimeout(timer);
  hand().querySelector("[data-held]")?.removeAttribute("data-held");
}
for (const end of ["pointerup", "pointercancel", "pointerleave"]) table.addEventListener(end, release);

table.addEventListener("contextmenu", (event) => {
  if (mayGesture(event.target.closest("[data-card]"))) event.preventDefault();
});

// Lifting that finger is a click too, on whatever lies there by now: for who has taken the trick, the next card to lead.
table.addEventListener("click", (event) => {
  if (!event.isTrusted || !spent) return;
  event.preventDefault();
  event.stopPropagation();
  spent = false;
}, true);

table.addEventListener("keydown", (event) => {
  const card = event.target.closest?.("[data-card]");
  if (!mayGesture(card) || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
  if (event.code === "KeyS") return slam(card);
  if (event.code !== "KeyF") return;
  const flicks = hand().querySelector('[value="flick"]').checked;
  choose(flicks ? "" : "flick");
});
