/* The table as a room: which seat is near, sitting down without an account, what a morph must leave alone. */

const table = document.getElementById("table");

/* Whether a reader has opened something is the reader's, not the server's. */
document.addEventListener("DOMContentLoaded", () => {
  window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element) => !(name === "open" && element.localName === "details");
});

document.addEventListener("htmx:wsAfterMessage", () => {
  const { viewerSeat } = document.getElementById("viewer").dataset;
  if (table.dataset.viewerSeat !== viewerSeat) table.dataset.viewerSeat = viewerSeat;
});

/* Nobody can sit who is not logged in: the page's own form makes a guest first. */
table.addEventListener("submit", (event) => {
  const sits = event.submitter?.value?.match(/^sit:([NESW])$/);
  if (!sits || !("anonymous" in table.dataset)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const form = document.getElementById("sit-down");
  form.elements.seat.value = sits[1];
  form.submit();
}, true);

table.addEventListener("submit", (event) => {
  const closes = event.submitter?.dataset.closes;
  if (closes) document.getElementById(closes).hidePopover();
});
