import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { FieldError } from "@wrapsody/shared/api/errors.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import {
  albumTexts,
  type getMyAlbums,
  type OwnAlbumAnswer,
  type OwnTrack,
  type patchAlbum,
  type postAlbum,
} from "@wrapsody/shared/catalogue/albums.ts";
import { readCrop } from "@wrapsody/shared/experiences/crop.ts";
import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import type { Upload } from "../../../platform/http/uploads.ts";
import { assertStorageQuota, recordEvent } from "../../accounts/index.ts";
import { storeCoverUpload, withdrawImage } from "../../artwork/index.ts";
import { invalidateArtists } from "../songs/page-entities.ts";
import { showOwnArtist } from "../studio/artists/own-artists.ts";
import { type Caller, createWithIdempotencyKey } from "../studio/idempotent-create.ts";
import { lockOwnArtist } from "../studio/ownership.data.ts";
import { listSlugWords, toSlug } from "../studio/slugs.ts";
import type { SongLists } from "../studio/songs/edit-songs.data.ts";
import {
  deleteAlbumRow,
  findOwnAlbum,
  hasNamesake,
  insertAlbum,
  insertAlbumsOfTracks,
  listOwnAlbums,
  listOwnTracks,
  lockAlbum,
  lockTracks,
  replaceTracks,
  updateAlbum,
} from "./own-albums.data.ts";

const imageField = { field: "image", wrongType: studioTexts.wrongImage };

/** Returns the albums of the caller's artists. */
export function showOwnAlbums(
  { db }: Context,
  { accountId, list }: { accountId: string; list: ListQuery },
): Promise<AnswerOf<typeof getMyAlbums>> {
  return listOwnAlbums(db, accountId, list);
}

/** Returns an album of the caller with its tracks. @throws Failure E0001 if it is not the caller's */
export async function showOwnAlbum(
  db: Executor,
  accountId: string,
  reference: string,
): Promise<OwnAlbumAnswer> {
  const album = await findOwnAlbum(db, accountId, reference);
  if (album === undefined) throw notFound();
  return { album, tracks: await listOwnTracks(db, album.id) };
}

type Tracks = BodyOf<typeof postAlbum>["tracks"];

/** One error for each track that is not a wrap of the artist. */
function trackErrors(tracks: Tracks, songIds: ReadonlySet<number>): FieldError[] {
  return tracks.flatMap(({ song_id }, at) =>
    songIds.has(song_id) ? [] : [{ field: `tracks.${at}.song_id`, message: albumTexts.otherWrap }],
  );
}

/**
 * Creates an album. Locks its wraps before the artist, as a change of a wrap does.
 *
 * @throws Failure E0001 if the artist is not the caller's, E0007 for the image, a namesake and the wraps of others
 */
export async function createAlbum(
  context: Context,
  command: { caller: Caller; artist: string; body: BodyOf<typeof postAlbum>; image: Upload | undefined },
): Promise<OwnAlbumAnswer> {
  const { body, image, caller } = command;
  const { accountId, key } = caller;
  const { id: artistId } = await showOwnArtist(context.db, accountId, command.artist);
  const input = { ...body, image: image?.hash };
  return createWithIdempotencyKey(context, {
    repeatable: { accountId, call: `POST artist/${artistId}/album`, key, input },
    check: () => Promise.resolve(),
    prepare: async () =>
      image === undefined
        ? undefined
        : (await storeCoverUpload(context, image, { ...imageField, crop: readCrop(body.crop) })).id,
    async run(tx, imageId) {
      const { name, release_date: releaseDate, type, tracks } = body;
      const songIds = await lockTracks(tx, { artistId, songIds: tracks.map(({ song_id }) => song_id) });
      if ((await lockOwnArtist(tx, accountId, String(artistId))) === undefined) throw notFound();
      const errors = trackErrors(tracks, songIds);
      if (await hasNamesake(tx, { artistId, name, releaseDate }))
        errors.unshift({ field: "name", message: albumTexts.taken });
      if (errors.length > 0) throw new Failure("E0007", { errors });
      const [words = []] = await listSlugWords(tx, [name]);
      const id = await insertAlbum(tx, { artistId, name, releaseDate, slug: toSlug(words, "album") });
      await updateAlbum(tx, id, { type, imageId, now: context.clock.now() });
      await replaceTracks(tx, id, { songIds, tracks });
      await invalidateArtists(tx, [artistId]);
      if (imageId !== undefined)
        await assertStorageQuota(context, tx, { accountId, field: imageField.field });
      return showOwnAlbum(tx, accountId, String(id));
    },
  });
}

/** Adds the albums that new tracks of songs name and that their artists do not have yet, before the tracks are inserted. */
export async function addAlbumsOfTracks(
  tx: Executor,
  songs: readonly { songId: number; albums: SongLists["albums"] }[],
): Promise<void> {
  const named = songs.flatMap(({ songId, albums }) =>
    albums.map(({ name, release_date: releaseDate }) => ({ songId, name, releaseDate })),
  );
  if (named.length === 0) return;
  const words = await listSlugWords(
    tx,
    named.map(({ name }) => name),
  );
  await insertAlbumsOfTracks(
    tx,
    named.map((album, place) => ({ ...album, slug: toSlug(words[place] ?? [], "album") })),
  );
}

/**
 * Changes the given fields of an album of the caller. The pretty id stays.
 *
 * @throws Failure E0001 if it is not the caller's, E0007 for the image, a namesake and the wraps of others
 */
export async function changeAlbum(
  context: Context,
  { accountId, reference }: { accountId: string; reference: string },
  { image, crop, ...changes }: BodyOf<typeof patchAlbum> & { image: Upload | undefined },
): Promise<OwnAlbumAnswer> {
  const { album } = await showOwnAlbum(context.db, accountId, reference);
  const { id: albumId, artist_id: artistId } = album;
  const stored = image && (await storeCoverUpload(context, image, { ...imageField, crop: readCrop(crop) }));
  const { name, release_date: releaseDate, type, tracks } = changes;
  return context.db.transaction().execute(async (tx) => {
    const named = (tracks ?? []).map(({ song_id }) => song_id);
    const songIds = await lockTracks(tx, { artistId, albumId, songIds: named });
    if (!(await lockAlbum(tx, { artistId, albumId }))) throw notFound();
    const before = (await showOwnAlbum(tx, accountId, String(albumId))).album;
    const errors = trackErrors(tracks ?? [], songIds);
    const renamed = {
      artistId,
      albumId,
      name: name ?? before.name,
      releaseDate: releaseDate === undefined ? before.release_date : releaseDate,
    };
    if (await hasNamesake(tx, renamed)) errors.unshift({ field: "name", message: albumTexts.taken });
    if (errors.length > 0) throw new Failure("E0007", { errors });
    const replaced = await updateAlbum(tx, albumId, {
      name,
      releaseDate,
      type,
      imageId: stored?.id,
      now: context.clock.now(),
    });
    if (tracks !== undefined) await replaceTracks(tx, albumId, { songIds, tracks });
    if (replaced !== null) await withdrawImage(tx, replaced);
    await invalidateArtists(tx, [artistId]);
    if (stored !== undefined) await assertStorageQuota(context, tx, { accountId, field: imageField.field });
    return showOwnAlbum(tx, accountId, String(albumId));
  });
}

/**
 * Deletes an album of the caller; its wraps stay, and so do their ISRCs.
 *
 * @throws Failure E0001 if it is not the caller's, E0085 while a wrap has an ISRC on this album only
 */
export async function deleteAlbum(
  context: Context,
  { caller: { accountId, device }, reference }: { caller: Caller; reference: string },
): Promise<Record<never, never>> {
  const { album } = await showOwnAlbum(context.db, accountId, reference);
  const { id, artist_id: artistId, name } = album;
  await context.db.transaction().execute(async (tx) => {
    // Of two albums with the same ISRC that are deleted at the same time, the second one waits and sees that the first is gone.
    await lockTracks(tx, { artistId, albumId: id, songIds: [] });
    assertIsrcsStay(await listOwnTracks(tx, id));
    const image = await deleteAlbumRow(tx, id);
    if (image === undefined) throw notFound();
    if (image !== null) await withdrawImage(tx, image);
    await invalidateArtists(tx, [artistId]);
    const detail = { album: id, name };
    await recordEvent(context, tx, { accountId, kind: "album-deleted", device, detail });
  });
  return {};
}

function assertIsrcsStay(tracks: readonly OwnTrack[]): void {
  const losing = new Set(tracks.filter(({ is_only_isrc }) => is_only_isrc).map(({ song_id }) => song_id))
    .size;
  if (losing === 0) return;
  const which = losing === 1 ? "1 wrap has its ISRC" : `${losing} wraps have their ISRC`;
  const message = `This album can’t be deleted yet: ${which} on this album only. Add them to another album, or remove the ISRC first.`;
  throw new Failure("E0085", { message });
}
