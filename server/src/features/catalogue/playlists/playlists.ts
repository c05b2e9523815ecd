import { randomBytes } from "node:crypto";
import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import {
  type getMyPlaylists,
  type OwnPlaylist,
  type Playlist,
  type PlaylistPage,
  type patchPlaylist,
  playlistLimits,
  playlistTexts,
  type postPlaylist,
  type postPlaylistSongs,
} from "@wrapsody/shared/catalogue/playlists.ts";
import { planEntitlements } from "@wrapsody/shared/payments/plan-entitlements.ts";
import { withIdempotencyKey } from "../../../platform/api/idempotency.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { invalidatePages, type PageEntity } from "../../../platform/pages/page-invalidation.ts";
import { isPremium } from "../../subscriptions/index.ts";
import { showAlbum } from "../albums/albums.ts";
import { PUBLIC_SONGS, songShows } from "../songs/page-entities.ts";
import { presentSong } from "../songs/song-presenter.ts";
import type { Caller } from "../studio/idempotent-create.ts";
import { lockAccount } from "../studio/plan/plan-usage.data.ts";
import { addSongs, moveSong } from "./order.ts";
import { listOwnPlaylists, readOwnPlaylist } from "./own-playlists.data.ts";
import {
  countPlaylists,
  deletePlaylistRow,
  deleteTrack,
  findOwnNumber,
  findPlaylist,
  insertPlaylist,
  listOrder,
  listPlaylistIds,
  listPublicIds,
  listPublicSongs,
  listTracks,
  lockPlaylist,
  storeOrder,
  updatePlaylist,
} from "./playlists.data.ts";

const playlistEntity = (id: string): PageEntity => `playlist:${id}`;

/** A song that becomes public may be in the playlist. */
export function playlistShows({ id, songs }: PlaylistPage): PageEntity[] {
  return [playlistEntity(id), PUBLIC_SONGS, ...songs.flatMap((song) => songShows({ song }))];
}

/** Returns a playlist with its public songs. @throws Failure E0001 if there is none, or its owner is suspended */
export async function showPlaylist({ replica }: Context, id: string): Promise<PlaylistPage> {
  const found = await findPlaylist(replica, id);
  if (found === undefined) throw notFound();
  const { number, ...playlist } = found;
  return { ...playlist, songs: (await listPublicSongs(replica, number)).map(presentSong) };
}

/** Returns the playlists of an account, and whether its plan allows another one. */
export async function showOwnPlaylists(
  { db, clock }: Context,
  { accountId, ...query }: { accountId: string; list: ListQuery; songId: number | undefined },
): Promise<AnswerOf<typeof getMyPlaylists>> {
  const rows = await listOwnPlaylists(db, accountId, query);
  const { used, limit } = await readPlaylistUsage(db, accountId, clock.now());
  return { ...rows, limit_reached: used >= limit };
}

async function readPlaylistUsage(db: Executor, accountId: string, now: Date) {
  const plan = (await isPremium(db, accountId, now)) ? "PREMIUM" : "FREE";
  const limit = planEntitlements[plan].playlists ?? Number.POSITIVE_INFINITY;
  return { used: await countPlaylists(db, accountId), limit };
}

/**
 * Checks the limit and locks the account, so that no concurrent call adds a playlist. Playlists beyond it, from a plan that ended, stay.
 *
 * @throws Failure E0089 if it is reached, E0003 if the account is gone
 */
async function reservePlaylistQuota({ clock }: Context, tx: Executor, accountId: string): Promise<void> {
  if (!(await lockAccount(tx, accountId))) throw new Failure("E0003");
  const { used, limit } = await readPlaylistUsage(tx, accountId, clock.now());
  if (used < limit) return;
  const message = `Your plan includes ${limit} playlists, and you have ${used}. With Premium you can have any number.`;
  throw new Failure("E0089", { message });
}

/** Returns a playlist of the caller with all its songs. @throws Failure E0001 if it is not the caller's */
export async function showOwnPlaylist(
  { db }: Context,
  { accountId, id }: { accountId: string; id: string },
): Promise<OwnPlaylist> {
  const number = await findOwnNumber(db, accountId, id);
  const own = number === undefined ? undefined : await readOwn(db, number);
  if (own === undefined) throw notFound();
  return own;
}

/** Returns undefined if the playlist was deleted meanwhile. */
async function readOwn(db: Executor, number: number): Promise<OwnPlaylist | undefined> {
  const playlist = await readOwnPlaylist(db, number);
  if (playlist === undefined) return undefined;
  const tracks = await listTracks(db, number);
  return {
    playlist,
    tracks: tracks.map(({ song_id, ...song }) => ({
      song_id,
      song: song.id === null ? null : presentSong(song),
    })),
  };
}

async function readLocked(tx: Executor, number: number): Promise<Playlist> {
  return known(await readOwnPlaylist(tx, number));
}

function known<Found>(playlist: Found | undefined): Found {
  if (playlist === undefined) throw new Error("a locked playlist is gone");
  return playlist;
}

async function lockOwn(tx: Executor, accountId: string, id: string): Promise<number> {
  const number = await lockPlaylist(tx, accountId, id);
  if (number === undefined) throw notFound();
  return number;
}

/** Creates a playlist. @throws Failure E0089 if the plan allows no more, E0007 for songs that are not public */
export function createPlaylist(
  context: Context,
  { caller: { accountId, key }, body }: { caller: Caller; body: BodyOf<typeof postPlaylist> },
): Promise<OwnPlaylist> {
  const { songs, ...described } = body;
  const now = context.clock.now();
  return withIdempotencyKey(
    context,
    { accountId, call: "POST my/playlist", key, input: body },
    async (tx) => {
      await reservePlaylistQuota(context, tx, accountId);
      await assertPublic(tx, songs);
      const publicId = randomBytes(12).toString("base64url");
      const number = await insertPlaylist(tx, { ...described, accountId, publicId, now });
      await storeOrder(tx, number, { order: addSongs([], songs), now });
      await invalidatePages(tx, [playlistEntity(publicId)]);
      return known(await readOwn(tx, number));
    },
  );
}

/** @throws Failure E0007 with one error for each song that is not public */
async function assertPublic(tx: Executor, songs: readonly number[]): Promise<void> {
  const known = await listPublicIds(tx, songs);
  const errors = songs.flatMap((id, at) =>
    known.has(id) ? [] : [{ field: `songs.${at}`, message: playlistTexts.unavailable }],
  );
  if (errors.length > 0) throw new Failure("E0007", { errors });
}

type OfCaller = { accountId: string; id: string };

/** Changes a locked playlist of the caller in one transaction and drops its pages. @throws Failure E0001 if it is not the caller's */
function changePlaylist<Answer>(
  { db }: Context,
  { accountId, id }: OfCaller,
  change: (tx: Executor, number: number) => Promise<Answer>,
): Promise<Answer> {
  return db.transaction().execute(async (tx) => {
    const answer = await change(tx, await lockOwn(tx, accountId, id));
    await invalidatePages(tx, [playlistEntity(id)]);
    return answer;
  });
}

/** Changes the given fields of a playlist of the caller. */
export function editPlaylist(
  context: Context,
  { body, ...own }: OfCaller & { body: BodyOf<typeof patchPlaylist> },
): Promise<Playlist> {
  return changePlaylist(context, own, async (tx, number) => {
    await updatePlaylist(tx, number, { ...body, now: context.clock.now() });
    return readLocked(tx, number);
  });
}

/** Deletes a playlist of the caller. */
export async function deletePlaylist(context: Context, own: OfCaller): Promise<Record<never, never>> {
  await changePlaylist(context, own, deletePlaylistRow);
  return {};
}

/**
 * Adds songs, or the public tracks of an album, at the end. Songs that are in the playlist already stay where they are.
 *
 * @throws Failure E0001 for an album without public tracks, E0007 for songs that are not public, E0090 if the playlist would be too long
 */
export async function addToPlaylist(
  context: Context,
  { body: { songs, album }, ...own }: OfCaller & { body: BodyOf<typeof postPlaylistSongs> },
): Promise<{ added: number; playlist: Playlist }> {
  const tracks = album === undefined ? [] : (await showAlbum(context, album)).tracks;
  const now = context.clock.now();
  return changePlaylist(context, own, async (tx, number) => {
    await assertPublic(tx, songs);
    const before = await listOrder(tx, number);
    const order = addSongs(before, [...songs, ...tracks.map(({ song }) => song.id)]);
    const added = order.length - before.length;
    if (added > 0 && order.length > playlistLimits.songs) throw new Failure("E0090");
    await storeOrder(tx, number, { order, now });
    if (added > 0) await updatePlaylist(tx, number, { now });
    return { added, playlist: await readLocked(tx, number) };
  });
}

/** Moves a song behind another one, or to the start. @throws Failure E0091 if one of both is no longer in the playlist */
export async function moveInPlaylist(
  context: Context,
  { songId, after, ...own }: OfCaller & { songId: number; after: number | null },
): Promise<Record<never, never>> {
  const now = context.clock.now();
  await changePlaylist(context, own, async (tx, number) => {
    const order = moveSong(await listOrder(tx, number), songId, after);
    if (order === undefined) throw new Failure("E0091");
    await storeOrder(tx, number, { order, now });
    await updatePlaylist(tx, number, { now });
  });
  return {};
}

/** Removes a song. A repeat has no effect. */
export async function removeFromPlaylist(
  context: Context,
  { songId, ...own }: OfCaller & { songId: number },
): Promise<Record<never, never>> {
  await changePlaylist(context, own, async (tx, number) => {
    if (await deleteTrack(tx, number, songId)) await updatePlaylist(tx, number, { now: context.clock.now() });
  });
  return {};
}

/** Drops the pages of an account's playlists, which have its name and are deleted with it. */
export async function invalidateOwnPlaylists(tx: Executor, accountId: string): Promise<void> {
  await invalidatePages(tx, (await listPlaylistIds(tx, accountId)).map(playlistEntity));
}
