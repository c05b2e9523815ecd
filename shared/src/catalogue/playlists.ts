import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { image, instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";
import { oneLine } from "../text/text.ts";
import { song } from "./catalogue.ts";

export const playlistLimits = {
  name: 120,
  description: 1_000,
  songs: 500,
  /** Songs that one call adds. */
  addedAtOnce: 500,
  /** Songs whose likes one call reads. */
  likesAtOnce: 100,
  /** Covers that a playlist shows. */
  covers: 4,
} as const;

/** Texts of field errors that the server adds. */
export const playlistTexts = { unavailable: "This song is not available." } as const;

const required = { error: "Required" };
const atMost = (characters: number) => ({ error: `Please use at most ${characters} characters.` });
const name = z
  .string(required)
  .trim()
  .min(1, required)
  .max(playlistLimits.name, atMost(playlistLimits.name))
  .regex(...oneLine);
const description = z.string().trim().max(playlistLimits.description, atMost(playlistLimits.description));

const songNumber = z.number().int().min(1).max(2_147_483_647);
const songs = z.array(songNumber).max(playlistLimits.addedAtOnce, {
  error: `At most ${playlistLimits.addedAtOnce} songs are added at once.`,
});

/** The random id of a playlist, as in its address. */
const reference = z.object({ id: z.string().min(1).max(120) });
const songParameter = z.coerce.number().int().min(1).max(2_147_483_647);
const songReference = z.object({ id: z.string().min(1).max(120), songId: songParameter });

/** A playlist as lists show it. */
const playlist = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Otherwise unlisted: only people with its link know it. */
  is_public: z.boolean(),
  /** Counts all songs, and public ones. */
  songs: z.number().int(),
  public_songs: z.number().int(),
  /** Of its first public songs; none twice. */
  covers: z.array(image),
  created_at: instant,
  updated_at: instant,
});
export type Playlist = z.output<typeof playlist>;

/** A playlist as its owner sees it. `song` is null while the song is not public. */
const ownPlaylist = z.object({
  playlist,
  tracks: z.array(z.object({ song_id: z.number().int(), song: song.nullable() })),
});
export type OwnPlaylist = z.output<typeof ownPlaylist>;

/** The page of a playlist: its public songs in order. */
const playlistPage = playlist
  .pick({ id: true, name: true, description: true, is_public: true, covers: true, updated_at: true })
  .extend({
    /** The name of its owner. */
    owner: z.string(),
    songs: z.array(song),
  });
export type PlaylistPage = z.output<typeof playlistPage>;

export const getPlaylist = endpoint({
  method: "GET",
  path: "playlist/:id",
  access: "public",
  tag: "playlists",
  summary: "A playlist with its public songs in order. Unlisted ones are found by their id alone.",
  params: reference,
  answer: playlistPage,
});

export const getMyPlaylists = endpoint({
  method: "GET",
  path: "my/playlists",
  access: "personal",
  tag: "playlists",
  summary:
    "The playlists of the caller. `limit_reached`: the plan allows no more. With `song`, `has_song` tells whether a playlist contains it.",
  query: z.object({ song: songParameter.optional() }),
  list: { filters: { id: "text", name: "text" }, sortKeys: ["created_at", "updated_at", "name"] },
  answer: listOf(playlist.extend({ has_song: z.boolean() })).extend({ limit_reached: z.boolean() }),
});

export const getMyPlaylist = endpoint({
  method: "GET",
  path: "my/playlist/:id",
  access: "personal",
  tag: "playlists",
  summary: "A playlist of the caller with all its songs in order, also while they are not public.",
  params: reference,
  answer: ownPlaylist,
});

export const postPlaylist = endpoint({
  method: "POST",
  path: "my/playlist",
  access: "personal",
  tag: "playlists",
  summary:
    "Creates a playlist, optionally with public songs. E0089: the plan allows no more. A repeat with the same Idempotency-Key creates one.",
  body: z.object({
    name,
    description: description.default(""),
    is_public: z.boolean().default(false),
    songs: songs.default([]),
  }),
  answer: ownPlaylist,
});

export const patchPlaylist = endpoint({
  method: "PATCH",
  path: "playlist/:id",
  access: "personal",
  tag: "playlists",
  summary:
    "Renames or describes a playlist of the caller, or makes it public or unlisted, whichever is sent. Its id stays.",
  params: reference,
  body: z.object({
    name: name.optional(),
    description: description.optional(),
    is_public: z.boolean().optional(),
  }),
  answer: playlist,
});

export const deletePlaylist = endpoint({
  method: "DELETE",
  path: "playlist/:id",
  access: "personal",
  tag: "playlists",
  summary: "Deletes a playlist of the caller.",
  params: reference,
  answer: z.object({}),
});

export const postPlaylistSongs = endpoint({
  method: "POST",
  path: "playlist/:id/songs",
  access: "personal",
  tag: "playlists",
  summary:
    "Adds public songs, or the public tracks of an album, at the end of a playlist of the caller. Songs that it has already stay where they are. " +
    "E0090: it would have more than 500 songs; nothing is added.",
  params: reference,
  body: z
    .object({ songs: songs.default([]), album: z.string().min(1).max(120).optional() })
    .refine(({ songs: added, album }) => added.length > 0 || album !== undefined, {
      path: ["songs"],
      error: required.error,
    }),
  answer: z.object({ added: z.number().int(), playlist }),
});

export const patchPlaylistSong = endpoint({
  method: "PATCH",
  path: "playlist/:id/song/:songId",
  access: "personal",
  tag: "playlists",
  summary:
    "Moves a song of a playlist of the caller behind another one, or to the start (`after: null`). Others keep their order. E0091: one of both is no " +
    "longer in the playlist.",
  params: songReference,
  body: z.object({ after: songNumber.nullable() }),
  answer: z.object({}),
});

export const deletePlaylistSong = endpoint({
  method: "DELETE",
  path: "playlist/:id/song/:songId",
  access: "personal",
  tag: "playlists",
  summary: "Removes a song from a playlist of the caller. A repeat has no effect.",
  params: songReference,
  answer: z.object({}),
});

const songParam = z.object({ id: z.string().min(1).max(120) });
const likeState = z.object({ liked: z.boolean() });

export const putLike = endpoint({
  method: "PUT",
  path: "song/:id/like",
  access: "personal",
  tag: "playlists",
  summary: "Likes a public wrap. A repeat has no effect.",
  params: songParam,
  answer: likeState,
});

export const deleteLike = endpoint({
  method: "DELETE",
  path: "song/:id/like",
  access: "personal",
  tag: "playlists",
  summary: "Takes back a like. A repeat has no effect.",
  params: songParam,
  answer: likeState,
});

export const getMyLikes = endpoint({
  method: "GET",
  path: "my/likes",
  access: "personal",
  tag: "playlists",
  summary: "The public wraps that the caller likes, latest like first.",
  list: { filters: {}, sortKeys: ["created_at"] },
  answer: listOf(z.object({ liked_at: instant, song })),
});

export const getLikedAmong = endpoint({
  method: "GET",
  path: "my/likes/among",
  access: "personal",
  tag: "playlists",
  summary: `Which of at most ${playlistLimits.likesAtOnce} songs the caller likes. \`songs\`: their numbers, separated by commas.`,
  query: z.object({ songs: z.string().regex(/^\d{1,9}(,\d{1,9}){0,99}$/, "Numbers, separated by commas") }),
  answer: z.object({ songs: z.array(z.number().int()) }),
});
