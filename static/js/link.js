/* The link to the table: banner while it is down, quick reconnect, no stale clicks, wake-up after sleep.
   The page only displays; every answer of the server is a full, fresh view. */

const SILENCE = 45_000;          // the server says something at least every 20 s
const RETRIED = [1006, 1011, 1012, 1013];   // the close codes after which the extension itself reconnects
const OWN_CODES = 4000;          // from here on the server means it: no reconnect …
const TROUBLE = 4500;            // … but after this one

const banner = document.getElementById("link-banner");
const words = banner.querySelector("span");
const LOST = words.textContent;
let socket;                      // the newest one; what older ones still say does not count
let wrapper;                     // the extension's handle on it
let heardAt = Date.now();        // the wall clock, because it goes on while a phone sleeps

htmx.config.wsReconnectDelay = (tries) => Math.min(2000, 400 * 2 ** tries) * (0.5 + Math.random() / 2);

const open = htmx.createWebSocket || ((url) => new WebSocket(url));
htmx.createWebSocket = (url) => (socket = open(url));

function say(text, mayReload) {
  words.textContent = text;
  banner.querySelector("a").hidden = !mayReload;
  banner.hidden = false;
}

function reconnect() {
  heardAt = Date.now();
  wrapper?.reconnect();
}

function wake() {
  const silent = Date.now() - heardAt > SILENCE;
  if (socket?.readyState === WebSocket.OPEN && silent && !document.hidden) reconnect();
}

document.addEventListener("htmx:wsOpen", (event) => {
  const isNew = !wrapper;         // a first click may come before the first connection, and is meant
  wrapper = event.detail.socketWrapper;
  if (!isNew) wrapper.queue.length = 0;      // one from before a break was made for an older table
  heardAt = Date.now();
  banner.hidden = true;
});

document.addEventListener("htmx:wsBeforeMessage", () => {
  heardAt = Date.now();
});

document.addEventListener("htmx:wsClose", (event) => {
  const { code, reason, target } = event.detail.event;
  if (target !== socket) return;
  if (code >= OWN_CODES && code !== TROUBLE) return say(reason || banner.dataset.closed, true);
  say(LOST, false);
  if (!RETRIED.includes(code)) setTimeout(reconnect, 1000 + 1000 * Math.random());
});

document.addEventListener("visibilitychange", wake);
window.addEventListener("online", wake);
window.addEventListener("pageshow", wake);
setInterval(wake, 5000);
