/* The viewer of past matches. The page's own list of steps is its data: each step is an <li id="r3-17"> with data-seat and
   data-card (or data-text and data-strain for what was said), each trick an <li data-winner>. Buttons, arrow keys, swipes
   and links `#r3-17` lead to any moment; step 0 is the deal. */

const SWIPE = 40;                // pixels before a touch is a swipe

const viewer = document.getElementById("viewer");
const bar = document.getElementById("steps");
const words = viewer.dataset;
const counts = words.counts.split(" ");
const links = [...viewer.querySelectorAll(".round-links a")];
const rounds = [...viewer.querySelectorAll(".round")].map(read);
const isStill = matchMedia("(prefers-reduced-motion: reduce)");
const isRtl = document.documentElement.dir === "rtl";
let now = { round: 0, step: 0 };

function read(section) {
  const stages = [...section.querySelectorAll(".stages > li")].map((stage) => ({
    winner: stage.dataset.winner,
    steps: [...stage.querySelectorAll("[data-place]")],
  }));
  const steps = stages.flatMap((stage) => stage.steps.map((item) => ({ item, stage, ...item.dataset })));
  return { section, stages, steps, felt: section.querySelector(".replay"), trick: section.querySelector(".trick") };
}

/* --- showing a moment --- */

function show(to, { scroll = false } = {}) {
  now = to;
  const round = rounds[to.round];
  rounds.forEach(({ section }, place) => {
    section.hidden = place !== to.round;
    section.classList.toggle("current", place === to.round);
    links[place].toggleAttribute("aria-current", place === to.round);
  });
  round.felt.after(bar);
  paintHands(round, to.step);
  paintTrick(round, to.step);
  paintBar(round, to.step);
  if (scroll) bringIntoView(round.felt);
}

/** The felt, clear of the buttons that lie over the foot of the page. */
function bringIntoView(felt) {
  felt.style.scrollMarginBlockEnd = `${bar.offsetHeight}px`;
  felt.scrollIntoView({ block: "nearest", behavior: isStill.matches ? "auto" : "smooth" });
}

/** Whether felt and buttons fit on the screen together; where they do not, stepping must not scroll the buttons away. */
function fits(felt) {
  return felt.offsetHeight + bar.offsetHeight <= innerHeight;
}

function paintHands(round, step) {
  const gone = new Set(round.steps.slice(0, step).map(({ card }) => card));
  for (const card of round.felt.querySelectorAll("[data-card]")) card.classList.toggle("gone", gone.has(card.dataset.card));
  const next = round.steps[step]?.seat;
  for (const hand of round.felt.querySelectorAll(".open-hand")) hand.toggleAttribute("data-turn", hand.dataset.seat === next);
}

function paintTrick(round, step) {
  const last = round.steps[step - 1];
  const lying = last ? round.steps.slice(0, step).filter(({ stage }) => stage === last.stage) : [];
  round.trick.replaceChildren(...(last?.card ? cards(lying) : calls(lying)));
}

function cards(lying) {
  const best = lying.findLast(({ best }) => best !== undefined);
  return lying.map((step) => {
    const played = element("div", "played", step.seat);
    played.dataset.played = step.card;
    played.setAttribute("role", "img");
    played.setAttribute("aria-label", spoken(step) + (step === best ? words.winning : ""));
    played.toggleAttribute("data-newest", step === lying.at(-1));
    played.append(drawing("card", step.card[0], "0 0 120 168", `${words.cards}#${step.card}-l`));
    if (step !== best) return played;
    played.toggleAttribute("data-winning", true);
    const star = element("span", "best");
    star.append(drawing("icon", "", "", `${words.icons}#star`));
    played.append(star);
    return played;
  });
}

function calls(lying) {
  const latest = new Map(lying.map((step) => [step.seat, step]));
  return [...latest.values()].map((step) => {
    const called = element("div", "called", step.seat);
    called.append(step.text);
    called.classList.toggle("bid", step.strain !== "" || /\p{Nd}/u.test(step.text));
    if (step.strain && step.strain !== "NT") called.append(drawing("suit", step.strain, "", `${words.cards}#suit-${step.strain}`));
    return called;
  });
}

function paintBar(round, step) {
  const last = round.steps[step - 1];
  document.getElementById("place").textContent = last ? last.place : words.begin;
  document.getElementById("moment").textContent = last ? spoken(last) : "";
  const note = document.getElementById("note");
  if (note) note.textContent = (last ? last.item.querySelector(".note") : round.section.querySelector(".note-of-deal"))?.textContent ?? "";
  for (const side of ["NS", "EW"]) bar.querySelector(`[data-taken="${side}"]`).textContent = counts[taken(round, step, side)];
  for (const { item } of round.steps) item.toggleAttribute("aria-current", item === last?.item);
  mark("back", now.round === 0 && step === 0);
  mark("first", step === 0);
  mark("next", now.round === rounds.length - 1 && step === round.steps.length);
  mark("last", step === round.steps.length);
  bar.querySelector("[data-copy]").dataset.copy = address();
}

function taken(round, step, side) {
  const done = new Set(round.steps.slice(0, step).map(({ item }) => item));
  return round.stages.filter(({ winner, steps }) => winner && side.includes(winner) && steps.every((item) => done.has(item))).length;
}

function mark(name, isOff) {
  bar.querySelector(`[data-go="${name}"]`).setAttribute("aria-disabled", isOff);
}

function spoken(step) {
  return step.item.querySelector("a").textContent;
}

function element(name, className, seat) {
  const made = document.createElement(name);
  made.className = className;
  if (seat) made.dataset.seat = seat;
  return made;
}

function drawing(kind, suit, viewBox, href) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", suit ? `${kind} suit-${suit}` : kind);
  svg.setAttribute("aria-hidden", "true");
  if (viewBox) svg.setAttribute("viewBox", viewBox);
  svg.append(document.createElementNS(space, "use"));
  svg.firstChild.setAttribute("href", href);
  return svg;
}

/* --- going to another --- */

const GO = {
  first: () => ({ round: now.round, step: 0 }),
  last: () => end(now.round),
  back: () => (now.step ? { round: now.round, step: now.step - 1 } : now.round ? end(now.round - 1) : now),
  next: () => (now.step < end(now.round).step ? { round: now.round, step: now.step + 1 } : rounds[now.round + 1] ? { round: now.round + 1, step: 0 } : now),
};

function end(round) {
  return { round, step: rounds[round].steps.length };
}

function go(name) {
  const to = GO[name]();
  show(to);
  if (fits(rounds[to.round].felt)) bringIntoView(rounds[to.round].felt);
  history.replaceState(null, "", address());
}

function address() {
  return now.step ? `#r${now.round + 1}-${now.step}` : `#r${now.round + 1}`;
}

/** The moment of an address `#r3` or `#r3-17`, as near as there is one; undefined for any other. */
function moment(hash) {
  const [, round, step = 0] = hash.match(/^#r(\d{1,4})(?:-(\d{1,3}))?$/) ?? [];
  if (!round || !rounds[round - 1]) return undefined;
  return { round: round - 1, step: Math.min(step, rounds[round - 1].steps.length) };
}

bar.addEventListener("click", (event) => {
  const button = event.target.closest("[data-go]");
  if (button && button.getAttribute("aria-disabled") !== "true") go(button.dataset.go);
});

document.addEventListener("click", (event) => {
  const to = moment(event.target.closest('a[href^="#r"]')?.hash ?? "");
  if (!to || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  show(to, { scroll: true });
  history.pushState(null, "", address());
});

addEventListener("popstate", () => show(moment(location.hash) ?? { round: 0, step: 0 }));

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("input, select, textarea")) return;
  const names = isRtl ? { ArrowLeft: "next", ArrowRight: "back" } : { ArrowLeft: "back", ArrowRight: "next" };
  const ends = event.target.closest("#viewer") && { Home: "first", End: "last" };   // elsewhere they scroll the page
  const name = { ...names, ...ends }[event.key];
  if (!name) return;
  event.preventDefault();
  go(name);
});

let touched;
viewer.addEventListener("pointerdown", (event) => {
  touched = event.pointerType !== "mouse" && event.target.closest(".replay") ? event.clientX : undefined;
});
viewer.addEventListener("pointerup", (event) => {
  if (touched === undefined || Math.abs(event.clientX - touched) < SWIPE) return;
  go((event.clientX < touched) === isRtl ? "back" : "next");
});

if (rounds.length) {
  // From here on addresses lead to moments; the browser must not scroll to a line of the list, nor open it.
  for (const { item } of rounds.flatMap(({ steps }) => steps)) item.removeAttribute("id");
  for (const list of viewer.querySelectorAll(".told")) list.open = false;
  bar.hidden = false;
  const asked = moment(location.hash);
  show(asked ?? now, { scroll: asked !== undefined });
}
