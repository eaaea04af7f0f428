/* Copy buttons: <button data-copy="#field" data-copied="Copied">. Without the clipboard (plain http) the text is selected. */

async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  if (await copy(document.querySelector(button.dataset.copy))) button.querySelector("span").textContent = button.dataset.copied;
});
