const key = "wrapsody-source-of-visit";

/**
 * Returns how the visit of this tab began, as the API names it: `embed`, `share`, `link` or `site`. It is kept for the tab, so that a
 * reload does not change it.
 */
export function visitSource(): string {
  if (location.pathname.startsWith("/embed/")) return "embed";
  try {
    const known = sessionStorage.getItem(key) ?? firstSource();
    sessionStorage.setItem(key, known);
    return known;
  } catch {
    // The browser may forbid storage.
    return firstSource();
  }
}

/** Read when the page is opened, before navigations change the address. */
const opened = typeof location === "undefined" ? undefined : new URL(location.href);

function firstSource(): string {
  if (opened?.searchParams.has("inc")) return "share";
  const referrer = URL.parse(document.referrer)?.host;
  return referrer === undefined || referrer === opened?.host ? "site" : "link";
}
