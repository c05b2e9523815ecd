import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { image, instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";
import { networks } from "../experiences/chain.ts";
import { reward } from "../rewards/rewards.ts";

/** RELEASE and RERELEASE are kinds of release; the others are steps of a song's life, in order. */
export const keyDateTypes = [
  "WRITTEN",
  "PREMIERED",
  "RECORDED",
  "MIXED",
  "MASTERED",
  "RELEASE",
  "RERELEASE",
] as const;

export const streamingServices = [
  "AMAZON",
  "APPLE",
  "DEEZER",
  "GOOGLE",
  "IDAGIO",
  "PANDORA",
  "SOUNDCLOUD",
  "SPOTIFY",
  "TIDAL",
  "YOUTUBE",
] as const;

/** A song as lists and pages show it. `duration` is in seconds. */
export const song = z.object({
  id: z.number().int(),
  pretty_id: z.string(),
  name: z.string(),
  artist: z.string(),
  artist_id: z.number().int(),
  artist_clean_id: z.string(),
  iswc: z.string().nullable(),
  duration: z.number().int(),
  audio_uri: z.string().nullable(),
  image_file: z.string().nullable(),
  image: image.nullable(),
  metadata: z.object({ description: z.string() }),
  plays: z.number().int(),
  nft_id: z.string().nullable(),
  nft_hash: z.string().nullable(),
  nft_network: z.enum(networks).nullable(),
  nft_confirmed: z.boolean(),
  contract_address: z.string().nullable(),
  created_at: instant,
});
export type Song = z.output<typeof song>;

/** Percent, with at most two decimals. */
const percent = z.number();

export const songDetail = z.object({
  song,
  artists: z.array(z.object({ id: z.number().int(), artist_clean_id: z.string(), name: z.string() })),
  tags: z.array(z.object({ id: z.number().int(), tag: z.string() })),
  albums: z.array(
    z.object({
      id: z.number().int(),
      /** The album in links; null while it has no public track. */
      pretty_id: z.string().nullable(),
      name: z.string(),
      track_number: z.number().int(),
      release_date: z.string().nullable(),
      isrc: z.string().nullable(),
      languages: z.array(z.string()),
    }),
  ),
  lyrics: z.array(z.object({ lyric: z.string() })),
  /** The lyrics with the times of their lines (LRC), as entered; null if they have no times. */
  lyrics_synced: z.string().nullable(),
  /** BCP 47: chosen, or named by the LRC text, or the first language of the first album. */
  lyrics_language: z.string().nullable(),
  credits: z.array(z.object({ role: z.string(), value: z.string() })),
  dates: z.array(z.object({ date_type: z.string(), date: z.string() })),
  owners: z.array(z.object({ name: z.string(), ownership_rate: percent, royalty_rate: percent })),
  dsps: z.array(z.object({ dsp: z.string(), link: z.string() })),
  audioFootprints: z.array(z.object({ footprint: z.string(), acoustid_id: z.string().nullable() })),
  rewards: z.array(reward),
  /** Peaks of equal stretches of the track, 0 to 255; empty until the audio is analysed. */
  peaks: z.array(z.number().int()),
});
export type SongDetail = z.output<typeof songDetail>;

const partialDetail = songDetail.partial();
/** Response of `GET song/{id}`: only `song` and `artists` without the detail flag. */
export const songAnswer = partialDetail.required({ song: true, artists: true });

export const songList = {
  filters: { artist: "text", artist_id: "integer", name: "text", text: "text", tag: "text" },
  sortKeys: ["created_at", "name"],
} as const;

const songId = z.object({ id: z.string().min(1).max(120) });

export const getSongs = endpoint({
  method: "GET",
  path: "songs",
  access: "public",
  tag: "catalogue",
  summary:
    "Public songs, filtered by credited artist, artist and name, newest first unless sorted otherwise. A search (~~) forgives typing " +
    "errors and puts the closest matches first unless a sort is given; `text` searches names and artists together. `tag==` takes a " +
    "tag in any spelling, and combines with a search. With filters, total counts up to 1000.",
  list: songList,
  answer: listOf(song),
});

export const getFeaturedSongs = endpoint({
  method: "GET",
  path: "songs/featured",
  access: "public",
  tag: "catalogue",
  summary: "Featured songs, latest first.",
  query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(9) }),
  answer: listOf(song),
});

export const getSong = endpoint({
  method: "GET",
  path: "song/:id",
  access: "public",
  tag: "catalogue",
  summary:
    "A public song by id or pretty id; with detail=true including all details. `lyrics` is plain text; `lyrics_synced` " +
    "is the LRC text as entered if the lyrics have times.",
  params: songId,
  query: z.object({ detail: z.enum(["true", "false"]).default("false") }),
  answer: songAnswer,
});

/** A wrap that becomes public later, without anything that plays it. */
export const countdown = z.object({
  id: z.number().int(),
  pretty_id: z.string(),
  name: z.string(),
  artist: z.string(),
  artist_id: z.number().int(),
  artist_clean_id: z.string(),
  image: image.nullable(),
  listed_from: instant,
  /** The publisher's. */
  time_zone: z.string(),
});
export type Countdown = z.output<typeof countdown>;

export const getCountdown = endpoint({
  method: "GET",
  path: "song/:id/countdown",
  access: "public",
  tag: "catalogue",
  summary: "A scheduled wrap by id or pretty id, until it is listed. `GET song/{id}` answers from then on.",
  params: songId,
  answer: countdown,
});

export const getRandomSong = endpoint({
  method: "GET",
  path: "random",
  access: "optional",
  tag: "catalogue",
  summary: "A random public song with audio.",
  answer: z.object({ song }),
});

/** Song ids, separated by commas. */
const songIds = z.string().regex(/^\d{1,9}(,\d{1,9}){0,199}$/);

export const getSimilarSongs = endpoint({
  method: "GET",
  path: "song/:id/similar",
  access: "public",
  tag: "catalogue",
  summary:
    "Public songs with audio to continue with after a public song: with the most shared tags first, then others of the " +
    "artist, then random ones. `exclude` is a list of at most 200 song ids, separated by commas.",
  params: songId,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(20).default(5),
    exclude: songIds.optional(),
  }),
  answer: listOf(song),
});

/** A link of an artist: to a page of a streaming service, or to any other page by its name. */
export const artistLink = z.object({
  dsp: z.enum(streamingServices).nullable(),
  name: z.string(),
  link: z.string(),
});
export type ArtistLink = z.output<typeof artistLink>;

export const artist = z.object({
  id: z.number().int(),
  artist_clean_id: z.string(),
  name: z.string(),
  image: image.nullable(),
  metadata: z.object({ name: z.string().optional(), description: z.string().optional() }),
  links: z.array(artistLink),
});
export type Artist = z.output<typeof artist>;

export const albumTypes = ["SINGLE", "EP", "ALBUM"] as const;
export type AlbumType = (typeof albumTypes)[number];

/** An album as pages show it. Without a cover of its own, `image` is that of its first track. */
const shownAlbum = z.object({
  id: z.number().int(),
  pretty_id: z.string(),
  name: z.string(),
  release_date: z.string().nullable(),
  type: z.enum(albumTypes),
  image: image.nullable(),
});

/** An album on an artist's page: only tracks that are public songs. */
const album = shownAlbum.extend({
  tracks: z.array(
    z.object({
      track_number: z.number().int(),
      name: z.string(),
      song_id: z.number().int(),
      pretty_id: z.string(),
    }),
  ),
});
export type Album = z.output<typeof album>;

const artistId = z.object({ id: z.string().min(1).max(120) });

/** An artist with public songs under a name. */
const creditedArtist = artist
  .pick({ id: true, artist_clean_id: true, name: true, image: true })
  .extend({ songs: z.number().int() });

export const getCreditedArtists = endpoint({
  method: "GET",
  path: "songs/artists",
  access: "public",
  tag: "catalogue",
  summary:
    "The artists with public songs that are credited by exactly this name, and the number of these songs: several artists may have one name. " +
    "Most songs first, at most 50.",
  query: z.object({ name: z.string().min(1).max(200) }),
  answer: z.object({ data: z.array(creditedArtist) }),
});
const newestFirst = { filters: {}, sortKeys: ["created_at"] } as const;

export const getArtist = endpoint({
  method: "GET",
  path: "artist/:id",
  access: "public",
  tag: "catalogue",
  summary: "An artist by id or clean id.",
  params: artistId,
  answer: artist,
});

export const getArtistSongs = endpoint({
  method: "GET",
  path: "artist/:id/songs",
  access: "public",
  tag: "catalogue",
  summary: "The public songs of an artist.",
  params: artistId,
  list: { filters: {}, sortKeys: ["created_at", "name"] },
  answer: listOf(song),
});

export const getArtistAlbums = endpoint({
  method: "GET",
  path: "artist/:id/albums",
  access: "public",
  tag: "catalogue",
  summary: "The albums with public songs of an artist, latest release first.",
  params: artistId,
  list: newestFirst,
  answer: listOf(album),
});

/** The page of an album: its public tracks in order. */
const albumPage = shownAlbum.extend({
  artist: z.object({ id: z.number().int(), artist_clean_id: z.string(), name: z.string() }),
  tracks: z.array(z.object({ track_number: z.number().int(), isrc: z.string().nullable(), song })),
});
export type AlbumPage = z.output<typeof albumPage>;

export const getAlbum = endpoint({
  method: "GET",
  path: "album/:id",
  access: "public",
  tag: "catalogue",
  summary: "An album with a public track, by id or pretty id, with its public tracks in order.",
  params: z.object({ id: z.string().min(1).max(120) }),
  answer: albumPage,
});

/**
 * A play. The first call starts it; the player calls again with `stream_id` and the seconds really heard
 * (played forward, without seeking and pauses) once they reach `qualifies_after`.
 */
export const postStream = endpoint({
  method: "POST",
  path: "song/:id/stream",
  access: "optional",
  tag: "catalogue",
  summary: "Registers a play, and counts it once enough was heard.",
  limit: "play",
  params: songId,
  body: z.object({ stream_id: z.uuid().optional(), heard: z.number().min(0).max(86_400).optional() }),
  answer: z.object({
    stream_id: z.uuid(),
    counted: z.boolean(),
    /** Seconds to hear before the play may count: the lesser of 30 and half the track. */
    qualifies_after: z.number(),
    /** When another play of this song may earn a point; null if this one may, and for anonymous listeners. */
    next_award_at: instant.nullable(),
    /** What the play earns, and the listener's points afterwards; null for anonymous listeners. */
    points: z
      .object({
        /** Whether it earns a point once it counts. */
        can_earn: z.boolean(),
        /** Points that it has earned. */
        earned: z.number().int(),
        /** Points for the song, and for all songs. */
        points: z.number().int(),
        total: z.number().int(),
        /** Of a counted play: the level that it has brought within reach, and the nearest one that it has not. */
        reached: reward
          .pick({ id: true, name: true, reward_type: true, reward_points_earned: true, stock_left: true })
          .nullable(),
        next: reward
          .pick({ id: true, name: true, reward_type: true, reward_points_earned: true, stock_left: true })
          .nullable(),
      })
      .nullable(),
  }),
});

export type ListenPoints = NonNullable<z.output<typeof postStream.answer>["points"]>;

/** A counted play of the user. */
export const ownListen = z.object({
  id: z.uuid(),
  started_at: instant,
  /** Seconds really heard. */
  heard: z.number(),
  /** Null once the song is no longer public. */
  song: song.nullable(),
});
export type OwnListen = z.output<typeof ownListen>;

export const getMyHistory = endpoint({
  method: "GET",
  path: "my/history",
  access: "personal",
  tag: "catalogue",
  summary: "The user's counted plays, latest first. The total counts up to 1000.",
  list: { filters: {}, sortKeys: ["created_at"] },
  answer: listOf(ownListen),
});
