/* Tell the server the browser's time zone, so that times on the next pages are the reader's own. */
{
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const secure = location.protocol === "https:" ? "; secure" : "";
  const isKnown = document.cookie.split("; ").includes(`time-zone=${zone}`);
  if (zone && !isKnown) document.cookie = `time-zone=${zone}; path=/; max-age=31536000; samesite=lax${secure}`;
}
