import type { streamingServices } from "@wrapsody/shared/catalogue/catalogue.ts";

export type StreamingService = (typeof streamingServices)[number];

/** Hosts of each service, including their subdomains. */
const hosts: readonly (readonly [RegExp, StreamingService])[] = [
  [/^music\.amazon\.[a-z.]+$/, "AMAZON"],
  [/^amazon\.[a-z.]+$/, "AMAZON"],
  [/^(geo\.)?(music|itunes)\.apple\.com$/, "APPLE"],
  [/^deezer\.(com|page\.link)$/, "DEEZER"],
  [/^link\.deezer\.com$/, "DEEZER"],
  [/^play\.google\.com$/, "GOOGLE"],
  [/^(app\.)?idagio\.com$/, "IDAGIO"],
  [/^(link\.)?pandora\.(com|app\.link)$/, "PANDORA"],
  [/^(on\.|api\.)?soundcloud\.com$/, "SOUNDCLOUD"],
  [/^(open\.|play\.)?spotify\.com$/, "SPOTIFY"],
  [/^spotify\.link$/, "SPOTIFY"],
  [/^(listen\.)?tidal\.com$/, "TIDAL"],
  [/^(music\.)?youtube\.com$/, "YOUTUBE"],
  [/^youtu\.be$/, "YOUTUBE"],
];

/** Returns the service of a track URL; undefined for an id or an unknown host. */
export function serviceOf(text: string): StreamingService | undefined {
  const typed = text.trim();
  if (/^spotify:/i.test(typed)) return "SPOTIFY";
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!typed.includes(".") || !URL.canParse(address)) return undefined;
  const host = new URL(address).hostname.replace(/^(www|m)\./, "");
  return hosts.find(([form]) => form.test(host))?.[1];
}
