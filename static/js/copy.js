/* Copy and share buttons: <button data-copy="/t/…/" data-copied="Copied"><span>…</span></button>; the address is made whole first. */

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");   // plain http, as in a home network, has no clipboard
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  await copy(new URL(button.dataset.copy, location.href).href);
  button.querySelector("span").textContent = button.dataset.copied;
});

/* Share buttons show only where the device has a share sheet. */
if (navigator.share) document.documentElement.dataset.canShare = "";

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-share]");
  if (!button) return;
  const shared = { text: button.dataset.shareText, url: new URL(button.dataset.share, location.href).href };
  navigator.share(shared).catch(() => {});   // closed without a choice
});
