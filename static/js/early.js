/* A click before the scripts are there would leave the page. It is held, and made again when they are.
   This one stands in the head without "defer", so it comes before every button. */
{
  let early;                     // the newest button pressed; one click is one wish

  const hold = (event) => {
    if (!event.target.hasAttribute("ws-send")) return;
    event.preventDefault();
    event.stopPropagation();
    early = event.submitter;
  };

  document.addEventListener("submit", hold, true);
  document.addEventListener("DOMContentLoaded", () => setTimeout(() => {   // after htmx's own listener
    document.removeEventListener("submit", hold, true);
    early?.click();
  }));
}
