import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import { readFromReplica } from "../../../platform/api/retry-on-primary.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import type { Documents, PublicDocument } from "../../../platform/pages/documents.ts";
import type { PageEntity } from "../../../platform/pages/page-invalidation.ts";
import { showArtist, showArtistSongs } from "../songs/artists.ts";
import { artistEntity, songListShows } from "../songs/page-entities.ts";
import { presentSong } from "../songs/song-presenter.ts";
import { showSongs } from "../songs/songs.ts";
import { findTag } from "../tags/tags.data.ts";
import { buildAtom } from "./atom.ts";
import type { Feed, FeedEntry } from "./feed.ts";
import { listSongsWithTag, readEntryFacts } from "./feeds.data.ts";
import { buildRss } from "./rss.ts";

/** Entries of a feed. */
const MAX_ENTRIES = 50;
const newest: ListQuery = {
  limit: MAX_ENTRIES,
  offset: 0,
  sortKey: "created_at",
  sortDir: "DESC",
  filters: [],
};

const formats = {
  xml: { contentType: "application/rss+xml; charset=utf-8", build: buildRss },
  atom: { contentType: "application/atom+xml; charset=utf-8", build: buildAtom },
} as const;

/** The songs of a feed, and what it says about itself. `page` is the page that shows the same. */
type Source = {
  title: string;
  page: string;
  songs: FeedEntry["song"][];
  shows: readonly PageEntity[];
};

/** Feeds of the newest wraps of the site, an artist and a tag, as RSS 2.0 (`/feed.xml`) and Atom (`/feed.atom`). */
export function catalogueFeeds(context: Context): Documents {
  return {
    hasDocument: (path) => parsePath(path) !== undefined,
    async build(path) {
      const parsed = parsePath(path);
      if (parsed === undefined) return undefined;
      try {
        return await readFromReplica(context, (reading) => buildFeed(reading, parsed));
      } catch (error) {
        if (error instanceof Failure && error.code === "E0001") return undefined;
        throw error;
      }
    },
  };
}

type ParsedPath = { kind: "site" | "artist" | "tag"; reference: string; format: keyof typeof formats };

function parsePath(path: string): ParsedPath | undefined {
  const [, kind = "site", reference = "", format] =
    /^(?:\/(artist|tag)\/([^/]+))?\/feed\.(xml|atom)$/.exec(path) ?? [];
  if (format === undefined) return undefined;
  const name = decodeName(reference);
  return name === undefined ? undefined : ({ kind, reference: name, format } as ParsedPath);
}

/** Returns undefined for what no artist or tag is called. */
function decodeName(part: string): string | undefined {
  try {
    const name = decodeURIComponent(part);
    return name.includes("\0") ? undefined : name;
  } catch {
    return undefined;
  }
}

/** @throws Failure E0001 if there is no such artist, or no public wrap with the tag */
async function buildFeed(context: Context, parsed: ParsedPath): Promise<PublicDocument> {
  const { publicUrl, site } = context;
  const { name, default_language: language } = await site.read();
  const { songs, shows, ...source } = await sources[parsed.kind](context, parsed.reference, name);
  const facts = await readEntryFacts(
    context.replica,
    songs.map(({ id }) => id),
  );
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const { contentType, build } = formats[parsed.format];
  const page = publicUrl + source.page;
  const feed: Feed = {
    title: source.title,
    site: name,
    language,
    page,
    address: `${page.replace(/\/$/, "")}/feed.${parsed.format}`,
    publicUrl,
    entries: songs.map((song) => {
      const fact = byId.get(song.id);
      return { song, bytes: fact?.audio_bytes ?? null, updatedAt: fact?.updated_at ?? song.created_at };
    }),
  };
  return { contentType, body: build(feed), shows };
}

const sources: Record<
  ParsedPath["kind"],
  (context: Context, reference: string, siteName: string) => Promise<Source>
> = {
  async site(context, _reference, siteName) {
    const { data } = await showSongs(context, newest);
    return { title: siteName, page: "/", songs: data, shows: songListShows({ data }, { list: newest }) };
  },
  async artist(context, reference, siteName) {
    const artist = await showArtist(context, reference);
    const { data } = await showArtistSongs(context, String(artist.id), newest);
    const shows = [artistEntity(artist.id), ...songListShows({ data }, { list: newest })];
    const page = `/artist/${encodeURIComponent(artist.artist_clean_id)}`;
    return { title: `${artist.metadata.name || artist.name} / ${siteName}`, page, songs: data, shows };
  },
  async tag({ replica }, reference, siteName) {
    const tag = await findTag(replica, reference);
    if (tag === undefined) throw new Failure("E0001");
    const data = (await listSongsWithTag(replica, tag.key, MAX_ENTRIES)).map(presentSong);
    const page = `/tag/${encodeURIComponent(tag.key)}`;
    const shows = songListShows({ data }, { list: newest });
    return { title: `${tag.name} / ${siteName}`, page, songs: data, shows };
  },
};
