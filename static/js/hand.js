/* Cards and calls under finger, key and screen reader: why a card may not be played, arrow keys,
   the pressed one marked at once, and the focus kept when the focused card leaves the hand. */

const WHY_STAYS = 4000;          // milliseconds
const NEXT = { ArrowRight: 1, ArrowLeft: -1 };

const table = document.getElementById("table");
const why = document.getElementById("why");      // a sentence of ours, or the server's refusal
let forget;                      // timer that takes the reason away
let held;                        // where the focus was before a message: panel and place in it

const buttonsOf = (panel) => [...panel.querySelectorAll("button")];

function explain(text) {
  why.textContent = text;
  forgetLater();
}

function forgetLater() {
  clearTimeout(forget);
  forget = setTimeout(() => why.replaceChildren(), WHY_STAYS);
}

table.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest("#hand, #controls")) {   // the rest of a double click means nothing
    event.preventDefault();
    event.stopPropagation();
  }
}, true);

table.addEventListener("click", (event) => {
  const refused = event.target.closest('button[aria-disabled="true"]');
  if (!refused) return;
  event.preventDefault();
  explain(refused.dataset.why || refused.closest("[data-why]")?.dataset.why || "");
});

table.addEventListener("submit", (event) => {
  if (event.submitter) event.submitter.dataset.sent = "";
  why.replaceChildren();
});

table.addEventListener("keydown", (event) => {
  const panel = event.target.closest("#hand, #controls");
  if (!panel || event.target.localName !== "button" || event.altKey || event.ctrlKey || event.metaKey) return;
  const buttons = buttonsOf(panel).filter((button) => button.checkVisibility?.() ?? true);
  const place = buttons.indexOf(event.target);
  const to = { ...moved(place, buttons.length, event.key), Home: 0, End: buttons.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  buttons[to].focus();
});

/** Where an arrow leads. The hand and the numbers lie left to right in every language. */
function moved(place, count, key) {
  return key in NEXT ? { [key]: (place + NEXT[key] + count) % count } : {};
}

if (why.textContent.trim()) forgetLater();      // what the page was opened with
else why.replaceChildren();

document.addEventListener("htmx:wsBeforeMessage", () => {
  const panel = document.activeElement?.closest("#hand, #controls");
  held = panel && { panel: panel.id, place: buttonsOf(panel).indexOf(document.activeElement) };
});

document.addEventListener("htmx:wsAfterMessage", (event) => {
  for (const sent of table.querySelectorAll("[data-sent]")) delete sent.dataset.sent;
  if (event.detail.message.includes('id="why"')) forgetLater();
  if (held && document.activeElement === document.body) keepFocus(held);
});

/** The card now at that place; when the panel has emptied, what takes its part. */
function keepFocus({ panel, place }) {
  const other = panel === "hand" ? "controls" : "hand";
  const here = buttonsOf(document.getElementById(panel));
  const there = buttonsOf(document.getElementById(other));
  (here[Math.min(place, here.length - 1)] ?? there[0] ?? document.getElementById("felt")).focus();
}
