import type { streamingServices } from "@wrapsody/shared/catalogue/catalogue.ts";

export type StreamingService = (typeof streamingServices)[number];

type Service = {
  /** Display name. */
  name: string;
  /** The format of a track id, and the address it stands for. */
  ids: readonly [form: RegExp, link: (id: string) => string][];
  /** Host names of its pages. */
  hosts: readonly string[];
  /** Returns the canonical address of a track; undefined if the address is not a track's. */
  pageOf(address: URL): string | undefined;
};

const digits = /^[1-9]\d{0,19}$/;
const asin = /^B[0-9A-Z]{9}$/;
const video = /^[\w-]{11}$/;
const spotifyId = /^[A-Za-z0-9]{22}$/;

const spotifyTrack = (id: string) => `https://open.spotify.com/track/${id}`;
const deezerTrack = (id: string) => `https://www.deezer.com/track/${id}`;
const tidalTrack = (id: string) => `https://tidal.com/browse/track/${id}`;
const idagioRecording = (id: string) => `https://app.idagio.com/recordings/${id}`;
const youtubeVideo = (id: string) => `https://music.youtube.com/watch?v=${id}`;
const soundcloudTrack = (path: string) => `https://soundcloud.com/${path}`;
const amazonTrack = (id: string, host = "music.amazon.com") => `https://${host}/tracks/${id}`;

const amazonHosts = "com co.uk de fr it es co.jp in ca com.au com.br com.mx"
  .split(" ")
  .map((end) => `music.amazon.${end}`);

/** First path segments that are SoundCloud's own pages. */
const soundcloudPages = new Set(["discover", "charts", "search", "stream", "you", "pages", "tags", "upload"]);
const soundcloudParts = new Set([
  "sets",
  "tracks",
  "albums",
  "reposts",
  "likes",
  "followers",
  "following",
  "comments",
]);

const services = {
  SPOTIFY: {
    name: "Spotify",
    ids: [
      [spotifyId, spotifyTrack],
      [/^spotify:track:[A-Za-z0-9]{22}$/, (uri) => spotifyTrack(uri.slice("spotify:track:".length))],
    ],
    hosts: ["open.spotify.com", "play.spotify.com"],
    pageOf: ({ pathname }) =>
      toLink(
        /^\/(?:intl-[a-z-]{2,6}\/)?(?:embed\/)?track\/([A-Za-z0-9]{22})\/?$/.exec(pathname),
        spotifyTrack,
      ),
  },
  APPLE: {
    name: "Apple Music",
    ids: [[digits, (id) => `https://music.apple.com/us/song/${id}`]],
    hosts: ["music.apple.com", "geo.music.apple.com", "itunes.apple.com", "embed.music.apple.com"],
    pageOf: applePage,
  },
  AMAZON: {
    name: "Amazon Music",
    ids: [[asin, (id) => amazonTrack(id)]],
    hosts: amazonHosts,
    pageOf: amazonPage,
  },
  DEEZER: {
    name: "Deezer",
    ids: [[digits, deezerTrack]],
    hosts: ["www.deezer.com", "deezer.com"],
    pageOf: ({ pathname }) =>
      toLink(/^\/(?:[a-z]{2}\/)?track\/([1-9]\d{0,19})\/?$/.exec(pathname), deezerTrack),
  },
  GOOGLE: {
    name: "Google Play Music",
    ids: [[/^T[a-z0-9]{26}$/, (id) => `https://play.google.com/music/m/${id}`]],
    hosts: ["play.google.com"],
    pageOf: ({ pathname }) =>
      toLink(
        /^\/music\/m\/(T[a-z0-9]{26})\/?$/.exec(pathname),
        (id) => `https://play.google.com/music/m/${id}`,
      ),
  },
  IDAGIO: {
    name: "IDAGIO",
    ids: [[digits, idagioRecording]],
    hosts: ["app.idagio.com"],
    pageOf: ({ pathname }) =>
      toLink(/^\/(?:[a-z]{2}\/)?recordings\/([1-9]\d{0,19})\/?$/.exec(pathname), idagioRecording),
  },
  PANDORA: {
    name: "Pandora",
    ids: [[/^TR:\d{1,20}$/, (id) => `https://www.pandora.com/${id}`]],
    hosts: ["www.pandora.com", "pandora.com"],
    pageOf: ({ pathname }) =>
      toLink(
        /^\/(TR:\d{1,20}|artist(?:\/[\w%.~-]{1,200}){2,3}\/TR[A-Za-z0-9]{6,40})\/?$/.exec(pathname),
        (path) => `https://www.pandora.com/${path}`,
      ),
  },
  SOUNDCLOUD: {
    name: "SoundCloud",
    ids: [[/^[a-z0-9_-]{1,100}\/[a-z0-9_-]{1,200}$/, soundcloudTrack]],
    hosts: ["soundcloud.com", "www.soundcloud.com", "m.soundcloud.com"],
    pageOf: ({ pathname }) =>
      toLink(/^\/([a-z0-9_-]{1,100}\/[a-z0-9_-]{1,200})\/?$/.exec(pathname), soundcloudTrack),
  },
  TIDAL: {
    name: "TIDAL",
    ids: [[digits, tidalTrack]],
    hosts: ["tidal.com", "www.tidal.com", "listen.tidal.com", "embed.tidal.com"],
    pageOf: ({ pathname }) =>
      toLink(/^\/(?:browse\/)?tracks?\/([1-9]\d{0,19})(?:\/u)?\/?$/.exec(pathname), tidalTrack),
  },
  YOUTUBE: {
    name: "YouTube",
    ids: [[video, youtubeVideo]],
    hosts: ["music.youtube.com", "www.youtube.com", "youtube.com", "m.youtube.com", "youtu.be"],
    pageOf: youtubePage,
  },
} as const satisfies Record<StreamingService, Service>;

/**
 * Returns the canonical https address of a track, given the service's track id or any address form that the
 * service hands out; undefined otherwise, so that no link leads elsewhere.
 */
export function resolveDspLink(id: StreamingService, input: string): string | undefined {
  const service: Service = services[id];
  const typed = input.trim();
  for (const [form, link] of service.ids) if (form.test(typed)) return rejectSitePages(id, link(typed));
  const address = parseUrl(typed);
  if (address === undefined || !service.hosts.includes(address.hostname)) return undefined;
  const page = service.pageOf(address);
  return page === undefined ? undefined : rejectSitePages(id, page);
}

/** Returns whether a page belongs to a service. */
export function isServicePage(id: StreamingService, link: string): boolean {
  const hosts: readonly string[] = services[id].hosts;
  return URL.canParse(link) && hosts.includes(new URL(link).hostname);
}

export function invalidServicePageMessage(id: StreamingService): string {
  return `This is not an address on ${services[id].name}.`;
}

/** Returns the error message for an invalid link. */
export function invalidDspLinkMessage(id: StreamingService): string {
  return `This is neither a track id nor a track address on ${services[id].name}.`;
}

/** SoundCloud's own pages have the same form as tracks. */
function rejectSitePages(id: StreamingService, link: string): string | undefined {
  if (id !== "SOUNDCLOUD") return link;
  const [, maker = "", track = ""] = new URL(link).pathname.split("/");
  return soundcloudPages.has(maker) || soundcloudParts.has(track) ? undefined : link;
}

/** Accepts addresses with and without scheme, but no port or credentials. */
function parseUrl(typed: string): URL | undefined {
  const written = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(written)) return undefined;
  const address = new URL(written);
  const plain = address.port === "" && address.username === "" && address.password === "";
  return plain ? address : undefined;
}

function toLink(match: RegExpExecArray | null, link: (id: string) => string): string | undefined {
  const id = match?.[1];
  return id === undefined ? undefined : link(id);
}

/** A song, or a track of an album; keeps the country. */
function applePage({ pathname, searchParams }: URL): string | undefined {
  const form = /^\/([a-z]{2})\/(song|album)\/(?:([\w%.~-]{1,300})\/)?(?:id)?([1-9]\d{0,19})\/?$/;
  const [, country, kind, name, number] = form.exec(pathname) ?? [];
  if (country === undefined || kind === undefined || number === undefined) return undefined;
  const page = `https://music.apple.com/${country}/${kind}/${name === undefined ? "" : `${name}/`}${number}`;
  if (kind === "song") return page;
  const track = searchParams.get("i") ?? "";
  return digits.test(track) ? `${page}?i=${track}` : undefined;
}

/** A track, or a track of an album. */
function amazonPage({ hostname, pathname, searchParams }: URL): string | undefined {
  const [, kind, number = ""] = /^\/(tracks|albums)\/(B[0-9A-Z]{9})\/?$/.exec(pathname) ?? [];
  if (kind === "tracks") return amazonTrack(number, hostname);
  const track = searchParams.get("trackAsin") ?? "";
  if (kind !== "albums") return undefined;
  const page = `https://${hostname}/albums/${number}`;
  return asin.test(track) ? `${page}?trackAsin=${track}` : page;
}

function youtubePage({ hostname, pathname, searchParams }: URL): string | undefined {
  const id =
    pathname === "/watch"
      ? searchParams.get("v")
      : /^\/(?:shorts\/|embed\/)?([\w-]{11})$/.exec(pathname)?.[1];
  const isShort = hostname === "youtu.be" || pathname === "/watch" || /^\/(shorts|embed)\//.test(pathname);
  return id !== null && id !== undefined && isShort && video.test(id) ? youtubeVideo(id) : undefined;
}
