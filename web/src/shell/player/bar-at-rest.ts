/**
 * What the bar shows on a page while no song is loaded. `offer`: a random song. `own`: the page will offer its song. `heard`: the song that
 * this browser played last, if there is one. `none`: nothing, and a loaded song only while it sounds.
 */
export type BarAtRest = "offer" | "own" | "heard" | "none";

const pages: readonly [BarAtRest, RegExp][] = [
  ["own", /^\/(wrap|experiences)\/[^/]+$/],
  ["offer", /^\/((wraps|search|experiences|charts|tag\/[^/]+))?$/],
  ["heard", /^\/my\/(library|art|history|rewards|notifications|social|graph|settings)(\/|$)/],
  // Logins, checkouts, the studio and administration.
  [
    "none",
    /^\/(login|signup|setup|lostPassword|resetPassword|claim|user|address|my|create|subscription|admin|door)(\/|$)|\/(participate|personalize)$/,
  ],
];

/** Returns what the bar shows at a path while no song is loaded. */
export function barAtRest(pathname: string): BarAtRest {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, "") : pathname;
  return pages.find(([, form]) => form.test(path))?.[0] ?? "heard";
}
