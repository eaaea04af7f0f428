/* "Check this deal": steps 2 to 5 of the method in the reader's own browser. SHA-256 and HMAC come from the browser's
   crypto.subtle; on plain http, as in a home network, there is none, so here is one. */

const SEATS = ["N", "E", "S", "W"];
const RANKS = "AKQJT98765432";
const PACK = [..."SHDC"].flatMap((suit) => [...RANKS].map((rank) => suit + rank));

/* --- SHA-256 and HMAC --- */

const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const fraction = (root) => ((root % 1) * 2 ** 32) | 0;       // the first 32 bits behind the point
const START = PRIMES.slice(0, 8).map((prime) => fraction(prime ** (1 / 2)));
const CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const turned = (word, by) => (word >>> by) | (word << (32 - by));

function ownSha256(bytes) {
  const length = (bytes.length + 72) & ~63;                  // message, 0x80, zeros, 8 bytes of length in bits
  const padded = new DataView(new ArrayBuffer(length));
  bytes.forEach((byte, at) => padded.setUint8(at, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(length - 4, bytes.length * 8);
  const state = [...START];
  for (let at = 0; at < length; at += 64) mix(state, padded, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => digest.setUint32(4 * at, word));
  return new Uint8Array(digest.buffer);
}

function mix(state, view, at) {
  const words = [];
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t++) {
    words[t] = t < 16 ? view.getInt32(at + 4 * t) : (small(words[t - 2], 17, 19, 10) + words[t - 7] + small(words[t - 15], 7, 18, 3) + words[t - 16]) | 0;
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + CONSTANTS[t] + words[t]) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => { state[place] = (state[place] + word) | 0; });
}

const small = (word, one, two, shift) => turned(word, one) ^ turned(word, two) ^ (word >>> shift);

async function sha256(bytes) {
  return crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : ownSha256(bytes);
}

/** HMAC-SHA256 with a key of 32 bytes. */
async function hmac(key, message) {
  const pad = (byte) => Uint8Array.from({ length: 64 }, (_, at) => (key[at] ?? 0) ^ byte);
  return sha256(joined(pad(0x5c), await sha256(joined(pad(0x36), message))));
}

function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/* --- the deal of a seed --- */

/** Step 3: the words of HMAC blocks one after the other, 4 bytes each, big-endian. */
async function* words(seed) {
  for (let counter = 0; ; counter++) {
    const message = new DataView(new ArrayBuffer(8));
    message.setUint32(4, counter);
    const block = await hmac(seed, new Uint8Array(message.buffer));
    for (let at = 0; at < 32; at += 4) yield new DataView(block.buffer).getUint32(at);
  }
}

async function below(n, source) {
  const limit = Math.floor(2 ** 32 / n) * n;
  for (;;) {
    const { value } = await source.next();
    if (value < limit) return value % n;
  }
}

/** Step 4: Fisher–Yates. */
async function shuffled(seed) {
  const pack = [...PACK], source = words(seed);
  for (let i = 51; i > 0; i--) {
    const j = await below(i + 1, source);
    [pack[i], pack[j]] = [pack[j], pack[i]];
  }
  return pack;
}

/** Step 5: one card at a time, the seat next to the dealer first; in PBN as the record has it. */
function dealt(pack, dealer, direction) {
  const step = direction === "clockwise" ? 1 : 3;
  const hands = { N: [], E: [], S: [], W: [] };
  pack.forEach((card, k) => hands[SEATS[(SEATS.indexOf(dealer) + step * (k + 1)) % 4]].push(card));
  return `N:${SEATS.map((seat) => written(hands[seat])).join(" ")}`;
}

function written(hand) {
  return [..."SHDC"].map((suit) => [...RANKS].filter((rank) => hand.includes(suit + rank)).join("")).join(".");
}

function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hexOf(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What follows from a seed in hexadecimal: its commitment, the shuffled pack and the deal. */
export async function follow(seed, dealer, direction) {
  const bytes = bytesOf(seed), pack = await shuffled(bytes);
  return { commitment: hexOf(await sha256(bytes)), pack, deal: dealt(pack, dealer, direction) };
}

/* --- the panel --- */

async function check(panel) {
  const { seed, commitment, dealer, direction, deal } = panel.dataset;
  if (!seed || !commitment) return say(panel, "missing", false);
  const found = await follow(seed, dealer, direction);
  say(panel, "seal", found.commitment === commitment);
  say(panel, "deal", found.deal === deal);
  const pack = panel.querySelector(".pack");
  pack.hidden = false;
  pack.querySelector("p").textContent = found.pack.join(" ");
}

function say(panel, name, isRight) {
  const line = panel.querySelector(`[data-verdict="${name}"]`);
  line.textContent = isRight ? line.dataset.yes : line.dataset.no;
  line.className = isRight ? "right" : "wrong";
}

for (const panel of document.querySelectorAll(".check-deal")) {
  const button = panel.querySelector("[data-check]");
  button.hidden = false;
  button.addEventListener("click", () => check(panel));
}
