/* Slam and flick (where the hand has data-slam): press and hold a card or press S to slam it, F and then play to flick it. */

const HOLD = 450;                // milliseconds until a held card slams down
const AFTERWARDS = 400;          // milliseconds in which lifting the finger may still become a click

const table = document.getElementById("table");
let timer, spent;                // when a held card slams; the finger that has slammed one and means no more by it

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
  if (event.pointerId === spent) spent = undefined;
  if (!event.isPrimary || event.button || !mayGesture(card)) return;
  card.dataset.held = "";
  timer = setTimeout(() => {
    spent = event.pointerId;
    slam(card);
  }, HOLD);
});

function release(event) {
  clearTimeout(timer);
  hand().querySelector("[data-held]")?.removeAttribute("data-held");
  const lifted = event.pointerId;
  if (lifted === spent) setTimeout(() => { if (lifted === spent) spent = undefined; }, AFTERWARDS);
}
for (const end of ["pointerup", "pointercancel", "pointerleave"]) table.addEventListener(end, release);

table.addEventListener("contextmenu", (event) => {
  if (mayGesture(event.target.closest("[data-card]"))) event.preventDefault();
});

// Lifting that finger is a click too, on whatever lies there by now: for who has taken the trick, the next card to lead.
table.addEventListener("click", (event) => {
  const finger = event.pointerId ?? spent;     // not every browser says whose click it is
  if (!event.isTrusted || spent === undefined || finger !== spent) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

table.addEventListener("keydown", (event) => {
  const card = event.target.closest?.("[data-card]");
  if (!mayGesture(card) || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
  if (event.code === "KeyS") return slam(card);
  if (event.code !== "KeyF") return;
  const flicks = hand().querySelector('[value="flick"]').checked;
  choose(flicks ? "" : "flick");
});
