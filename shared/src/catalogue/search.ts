import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { image } from "../api/media.ts";
import { listOf } from "../api/page.ts";
import { albumTypes, song } from "./catalogue.ts";

/** What one search finds, in the order of the screen. */
export const searchKinds = [
  "wraps",
  "artists",
  "albums",
  "experiences",
  "tags",
  "lyrics",
  "credits",
] as const;
export type SearchKind = (typeof searchKinds)[number];

export const searchLimits = { text: 200, page: 50 } as const;

const foundArtist = z.object({
  id: z.number().int(),
  artist_clean_id: z.string(),
  name: z.string(),
  image: image.nullable(),
});
export type FoundArtist = z.output<typeof foundArtist>;

const foundAlbum = z.object({
  id: z.number().int(),
  pretty_id: z.string(),
  name: z.string(),
  artist: z.string(),
  type: z.enum(albumTypes),
  image: image.nullable(),
});
export type FoundAlbum = z.output<typeof foundAlbum>;

const foundExperience = z.object({
  id: z.number().int(),
  pretty_id: z.string(),
  name: z.string(),
  /** The wrap that it belongs to. */
  song: z.object({ name: z.string(), artist: z.string() }),
  image: image.nullable(),
});
export type FoundExperience = z.output<typeof foundExperience>;

const foundTag = z.object({
  key: z.string(),
  name: z.string(),
  /** Public songs with it, as of the last hour. */
  songs: z.number().int(),
});
export type FoundTag = z.output<typeof foundTag>;

const groups = {
  wraps: listOf(song),
  artists: listOf(foundArtist),
  albums: listOf(foundAlbum),
  experiences: listOf(foundExperience),
  tags: listOf(foundTag),
  /** `line` is the line with the most words of the text. */
  lyrics: listOf(z.object({ song, line: z.string() })),
  credits: listOf(z.object({ song, role: z.string(), value: z.string() })),
} satisfies Record<SearchKind, z.ZodType>;

/** Response of `GET search`: a group for each kind, or only the one that was asked for. */
const searchAnswer = z.object(groups).partial();
export type SearchAnswer = z.output<typeof searchAnswer>;

export const getSearch = endpoint({
  method: "GET",
  path: "search",
  access: "public",
  tag: "catalogue",
  summary:
    "Searches wraps, artists, albums, experiences, tags, lyrics and credits. Typing errors are forgiven, the last word may be " +
    "incomplete, and the closest matches come first. Totals count up to 1000. With `kind`, only that group.",
  query: z.object({
    q: z.string().trim().max(searchLimits.text),
    kind: z.enum(searchKinds).optional(),
    limit: z.coerce.number().int().min(1).max(searchLimits.page).default(5),
    offset: z.coerce.number().int().min(0).max(1_000).default(0),
  }),
  answer: searchAnswer,
});
