import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { image, instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";
import {
  coverCrop,
  imagePart,
  listingStates,
  neededLine,
  studioLimits,
  studioTexts,
  trackNumber,
  typedDate,
  typedIsrc,
} from "../studio/studio.ts";
import { albumTypes } from "./catalogue.ts";

export const MAX_ALBUM_TRACKS = 500;

/** Texts of field errors that the server adds. */
export const albumTexts = {
  taken: "This artist already has an album with this name and release date.",
  otherWrap: "This is not a wrap of this artist.",
} as const;

/** Without `isrc`, a wrap keeps its ISRC; null and an empty text remove it. */
const track = z.object({
  song_id: z.number().int().min(1).max(2_147_483_647),
  track_number: trackNumber,
  isrc: typedIsrc.optional(),
});
export type TrackInput = z.output<typeof track>;

const tracks = z
  .array(track)
  .max(MAX_ALBUM_TRACKS, { error: `At most ${MAX_ALBUM_TRACKS} tracks are taken.` });

const type = z.enum(albumTypes, { error: "Please choose a type." });

/** An album as its publisher sees it. `public_tracks` makes its page public. */
const ownAlbum = z.object({
  id: z.number().int(),
  pretty_id: z.string(),
  artist_id: z.number().int(),
  artist: z.string(),
  name: z.string(),
  release_date: z.string().nullable(),
  type: z.enum(albumTypes),
  /** Its own cover. */
  image: image.nullable(),
  /** What pages show: its own cover, else that of its first track. */
  cover: image.nullable(),
  /** Tracks (deleted wraps excluded), and public ones. */
  tracks: z.number().int(),
  public_tracks: z.number().int(),
  created_at: instant,
});
export type OwnAlbum = z.output<typeof ownAlbum>;

const ownTrack = z.object({
  song_id: z.number().int(),
  name: z.string(),
  status: z.enum(listingStates),
  track_number: z.number().int(),
  isrc: z.string().nullable(),
  /** Whether no other album of the wrap has this ISRC. The album can’t be deleted then. */
  is_only_isrc: z.boolean(),
  image: image.nullable(),
});
export type OwnTrack = z.output<typeof ownTrack>;

/** An album with its tracks in order. */
const ownAlbumAnswer = z.object({ album: ownAlbum, tracks: z.array(ownTrack) });
export type OwnAlbumAnswer = z.output<typeof ownAlbumAnswer>;

const reference = z.object({ id: z.string().min(1).max(120) });
const files = { image: imagePart(undefined, studioTexts.imageTooLarge) };

export const getMyAlbums = endpoint({
  method: "GET",
  path: "my/albums",
  access: "session",
  tag: "studio",
  summary:
    "The albums of the caller's artists, including albums that nobody edited. `~~` matches part of the name. Albums without a release date " +
    "count as the latest.",
  list: {
    filters: { artist_id: "integer", name: "text" },
    sortKeys: ["created_at", "name", "release_date"],
  },
  answer: listOf(ownAlbum),
});

export const getMyAlbum = endpoint({
  method: "GET",
  path: "my/album/:id",
  access: "session",
  tag: "studio",
  summary: "One album of the caller with its tracks, public or not.",
  params: reference,
  answer: ownAlbumAnswer,
});

export const postAlbum = endpoint({
  method: "POST",
  path: "artist/:id/album",
  access: "session",
  limit: "upload",
  tag: "studio",
  summary:
    "Adds an album to an artist of the caller: a part `data` with JSON and, optionally, a part `image` (square PNG or JPEG of at least 400 " +
    "pixels). Its name and release date are unique for the artist. Tracks are wraps of the artist. `crop` is as in `POST artist`.",
  params: reference,
  body: z.object({
    crop: coverCrop,
    name: neededLine(studioLimits.name),
    release_date: typedDate.default(null),
    type: type.default("ALBUM"),
    tracks: tracks.default([]),
  }),
  files,
  answer: ownAlbumAnswer,
});

export const patchAlbum = endpoint({
  method: "PATCH",
  path: "album/:id",
  access: "session",
  limit: "upload",
  tag: "studio",
  summary:
    "Changes the name, release date, type, tracks or cover of an album of the caller, whichever is sent, in parts as in `POST " +
    "artist/{id}/album`. `tracks` replaces the whole list; a wrap that stays keeps its languages and, unless another is sent, its ISRC; a new " +
    "one takes them from its other albums. The pretty id stays.",
  params: reference,
  body: z.object({
    crop: coverCrop,
    name: neededLine(studioLimits.name).optional(),
    release_date: typedDate.optional(),
    type: type.optional(),
    tracks: tracks.optional(),
  }),
  files,
  answer: ownAlbumAnswer,
});

export const deleteAlbum = endpoint({
  method: "DELETE",
  path: "album/:id",
  access: "session",
  tag: "studio",
  summary:
    "Deletes an album of the caller. Its wraps stay. Returns E0085 while a track has an ISRC that no other album of its wrap has, so that no " +
    "ISRC is lost.",
  params: reference,
  answer: z.object({}),
});
