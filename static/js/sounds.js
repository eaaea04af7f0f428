/* Sounds at the table, made here and not loaded: a soft knock when a card lands, two notes when it is one's turn.
   Loaded only for people who have switched sounds on. */

const KNOCK = { pitch: 180, fall: 70, seconds: 0.09, loud: 0.25, shape: "triangle" };
const NOTES = [{ pitch: 587 }, { pitch: 784 }].map((note) => ({ ...note, seconds: 0.22, loud: 0.12, shape: "sine" }));

const table = document.getElementById("table");
let audio;                       // browsers allow it only after the first touch or key
let before = seen();

for (const gesture of ["pointerdown", "keydown"]) {
  document.addEventListener(gesture, () => {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume();
  });
}

/** What one hears the difference of. */
function seen() {
  const state = document.getElementById("table-state");
  const cards = [...table.querySelectorAll("#trick [data-played]")].map((card) => card.dataset.played);
  return { mine: state.dataset.turn !== "" && state.dataset.turn === table.dataset.viewerSeat, cards: cards.join(" ") };
}

function play({ pitch, fall = pitch, seconds, loud, shape }, after = 0) {
  const from = audio.currentTime + after;
  const voice = new OscillatorNode(audio, { type: shape, frequency: pitch });
  const volume = new GainNode(audio, { gain: loud });
  voice.frequency.exponentialRampToValueAtTime(fall, from + seconds);
  volume.gain.setValueAtTime(loud, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + seconds);
  voice.connect(volume).connect(audio.destination);
  voice.start(from);
  voice.stop(from + seconds);
}

document.addEventListener("htmx:wsAfterMessage", () => {
  const now = seen();
  if (audio?.state === "running" && !document.hidden) {
    if (now.cards && now.cards !== before.cards) play(KNOCK);
    if (now.mine && !before.mine) NOTES.forEach((note, place) => play(note, 0.15 + place * 0.16));
  }
  before = now;
});
