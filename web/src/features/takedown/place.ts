/** The exact place that a report names: a page of this site, and seconds into a recording. */
export type Place = { path: string | undefined; seconds: number | undefined };

const address = /https?:\/\/[^\s,;)]+/g;
/** Minutes and seconds, or hours, minutes and seconds. */
const time = /(?<![\d:.])(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)(?![\d:.]*\d)/;

/**
 * Reads the exact place from what a reporter wrote. Addresses of other sites are no places: administrators should not be led there
 * by a stranger.
 */
export function parsePlace(location: string, site: string): Place {
  const own = location.match(address)?.find((found) => originOf(found) === site);
  const path = own?.slice(site.length).replace(/[.!?]+$/, "");
  const [, hours = "0", minutes = "0", seconds] = time.exec(location.replace(address, " ")) ?? [];
  return {
    path: path === "" ? undefined : path,
    seconds:
      seconds === undefined ? undefined : (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds),
  };
}

function originOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).origin : undefined;
}
