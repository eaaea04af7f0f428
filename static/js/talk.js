/* Talk: how much is new, bubbles at the seats, the words kept until they are said, and the sheet about a person. */

const BUBBLE_STAYS = 5000;       // milliseconds

const talk = document.getElementById("talk");
const opener = document.querySelector(".opens-talk");
const bubbles = document.getElementById("bubbles");
const say = document.getElementById("say");
const about = document.getElementById("about");
let seen = newest();             // the last line that was in view
let heard = seen;                // the last line that came
let sent = "";                   // the words that the server has not answered yet

const lines = () => [...document.querySelectorAll("#talk-lines [data-line]")];
const number = (line) => Number(line.dataset.line);
const isOpen = () => talk.checkVisibility?.() ?? talk.matches(":popover-open");

function newest() {
  return Number([...document.querySelectorAll("#talk-lines [data-line]")].at(-1)?.dataset.line ?? 0);
}

function showCount() {
  if (isOpen()) seen = newest();
  const count = lines().filter((line) => number(line) > seen && !("own" in line.dataset)).length;
  const dot = opener.querySelector(".dot"), news = opener.querySelector(".news");
  dot.hidden = news.hidden = !count;
  const digits = new Intl.NumberFormat(document.documentElement.dataset.digits === "arabic" ? "ar-EG" : "en").format(count);
  dot.textContent = opener.querySelector(".count").textContent = digits;
}

function bubble(line) {
  const shown = document.createElement("p");
  shown.className = "bubble";
  shown.dataset.kind = line.dataset.kind;
  if (line.dataset.from) shown.dataset.seat = line.dataset.from;
  shown.append(...[...line.cloneNode(true).childNodes]);
  for (const other of bubbles.children) if (other.dataset.seat === shown.dataset.seat) other.remove();
  bubbles.append(shown);
  setTimeout(() => shown.remove(), BUBBLE_STAYS);
}

function listen() {
  const fresh = lines().filter((line) => number(line) > heard);
  heard = Math.max(heard, newest());
  if (!isOpen()) fresh.slice(-4).forEach(bubble);
  if (fresh.length) document.getElementById("talk-lines").scrollTop = 1e6;
  showCount();
}

document.addEventListener("htmx:wsAfterMessage", (event) => {
  listen();
  const refused = event.detail.message.includes('id="why"');
  if (refused && sent && isOpen()) document.getElementById("talk-why").textContent = document.getElementById("why").textContent;
  if (refused && sent && !say.elements.text.value) say.elements.text.value = sent;
  sent = "";
});

/* after htmx has taken the words out of the form */
document.addEventListener("htmx:wsAfterSend", (event) => {
  document.getElementById("talk-why").replaceChildren();
  if (event.target !== say) return;
  sent = say.elements.text.value;
  say.elements.text.value = "";
});

talk.addEventListener("toggle", () => {
  document.getElementById("talk-lines").scrollTop = 1e6;
  showCount();
});

/* One sheet about whoever's button was pressed; it stands outside of what the server sends anew. */
document.addEventListener("click", (event) => {
  const { person, name, silenced } = event.target.closest("[data-person]")?.dataset ?? {};
  if (!person) return;
  about.querySelector("h2 bdi").textContent = name;
  about.toggleAttribute("data-silenced", silenced !== undefined);
  for (const button of about.querySelectorAll("[data-word]")) button.value = `${button.dataset.word}:${person}`;
});

about.addEventListener("submit", (event) => {
  const { thanks } = event.submitter.dataset;
  if (!thanks) return;
  document.getElementById("talk-why").textContent = thanks;
  setTimeout(() => (about.querySelector("textarea").value = ""));
});

showCount();
