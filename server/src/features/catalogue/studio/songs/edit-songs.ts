import type { BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { FieldError } from "@wrapsody/shared/api/errors.ts";
import type { Image } from "@wrapsody/shared/api/media.ts";
import { readCrop } from "@wrapsody/shared/experiences/crop.ts";
import {
  type ListingState,
  type OwnSong,
  type postSong,
  studioTexts,
  type WrapChanges,
  type WrapPayload,
} from "@wrapsody/shared/studio/studio.ts";
import type { Device } from "../../../../platform/api/routing.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { Failure, notFound } from "../../../../platform/failure.ts";
import type { Upload } from "../../../../platform/http/uploads.ts";
import { assertStorageQuota, recordEvent } from "../../../accounts/index.ts";
import { storeCoverUpload } from "../../../artwork/index.ts";
import { addAlbumsOfTracks } from "../../albums/own-albums.ts";
import { invalidateChangedSong, invalidateSongs } from "../../songs/page-entities.ts";
import { showOwnArtist } from "../artists/own-artists.ts";
import { admitChange, type ChangedSong, replaceImage } from "../changes/changes.ts";
import { type Caller, createWithIdempotencyKey } from "../idempotent-create.ts";
import { changeLyrics, insertLyrics } from "../lyrics/lyrics.ts";
import { type LockedSong, lockOwnArtist, lockOwnSong } from "../ownership.data.ts";
import { checkSongQuota, reserveSongQuota } from "../plan/plan-limits.ts";
import { insertWithUniqueSlug, listSlugWords, toSlug } from "../slugs.ts";
import { addOwnerAddresses, changeOwners } from "../splits/change-owners.ts";
import { invalidDspLinkMessage, resolveDspLink } from "./dsp-links.ts";
import {
  deleteSongLists,
  insertSong,
  insertSongLists,
  type SongLists,
  updateSong,
} from "./edit-songs.data.ts";
import { findOwnSong } from "./own-songs.data.ts";
import { readOwnSong } from "./own-songs.ts";

/** A payload with its links resolved. */
export type ParsedWrap = { payload: WrapPayload; dsps: SongLists["dsps"] };

/** Resolves the links of a payload; pure. */
export function parseWrap(payload: WrapPayload): { wrap: ParsedWrap; errors: FieldError[] } {
  const { dsps, errors } = resolveDspLinks(payload.dsps);
  return { wrap: { payload, dsps }, errors };
}

function resolveDspLinks(rows: WrapPayload["dsps"]): { dsps: SongLists["dsps"]; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const dsps = rows.flatMap(({ id, songId }, row) => {
    const link = resolveDspLink(id, songId);
    if (link !== undefined) return [{ dsp: id, link }];
    errors.push({ field: `dsps.${row}.songId`, message: invalidDspLinkMessage(id) });
    return [];
  });
  return { dsps, errors };
}

/** Adds a draft with a stored cover, within the limit of the plan, and returns its id. */
export async function addSong(
  context: Context,
  tx: Executor,
  input: { accountId: string; artist: string; wrap: ParsedWrap; imageId: string },
): Promise<number> {
  const { accountId, imageId, wrap } = input;
  const { payload } = wrap;
  await reserveSongQuota(context, tx, accountId);
  const artist = await lockOwnArtist(tx, accountId, input.artist);
  if (artist === undefined) throw notFound();
  const credited = payload.artist || artist.name;
  const song = {
    name: payload.name,
    artist: credited,
    artistId: artist.id,
    imageId,
    accountId,
    nickname: payload.nickname || null,
    iswc: payload.iswc,
    duration: payload.duration ?? 0,
    description: payload.description ?? "",
    now: context.clock.now(),
  };
  const [title = [], credit = []] = await listSlugWords(tx, [song.name, credited]);
  const slugs = [toSlug(title, "song"), toSlug([...title, ...credit], "song")];
  const id = await insertWithUniqueSlug(slugs, (prettyId) => insertSong(tx, { ...song, prettyId }));
  const lists = toSongLists(wrap);
  await addAlbumsOfTracks(tx, [{ songId: id, albums: lists.albums }]);
  await insertSongLists(tx, id, lists);
  await addOwnerAddresses(context, tx, { songId: id, accountId, owners: payload.owners });
  await insertLyrics(tx, [{ songId: id, payload }]);
  return id;
}

/** Converts the lists of a payload to rows. */
export function toSongLists({ payload, dsps }: ParsedWrap): SongLists {
  return {
    tags: toTags(payload.tags),
    albums: toAlbums(payload.albums),
    credits: toCredits(payload.credits),
    dates: toDates(payload.dates),
    owners: payload.owners.map(({ name, ownership, royalty }) => ({
      name,
      ownership_points: Math.round(ownership * 100),
      royalty_points: Math.round(royalty * 100),
    })),
    dsps,
  };
}

const toTags = (rows: WrapPayload["tags"]): SongLists["tags"] =>
  rows.map(({ tag, metadata }) => ({ tag, genre: metadata.genre === "true" }));
const toAlbums = (rows: WrapPayload["albums"]): SongLists["albums"] =>
  rows.map(({ trackNumber, releaseDate, ...album }) => ({
    ...album,
    track_number: trackNumber,
    release_date: releaseDate,
  }));
const toCredits = (rows: WrapPayload["credits"]): SongLists["credits"] =>
  rows.map(({ role, name }) => ({ role, value: name }));
const toDates = (rows: WrapPayload["dates"]): SongLists["dates"] =>
  rows.map(({ type, date }) => ({ date_type: type, date }));

/**
 * Creates a draft of the caller.
 *
 * @throws Failure E0001 if the artist is not the caller's, E0007 for links and the image, E0025 if the plan's
 * limit is reached
 */
export async function createSong(
  context: Context,
  command: { caller: Caller; artist: string; payload: BodyOf<typeof postSong>; image: Upload },
): Promise<OwnSong> {
  const { payload, image, caller } = command;
  const { accountId, device, key } = caller;
  const { id } = await showOwnArtist(context.db, accountId, command.artist);
  const input = { payload, image: image.hash };
  return createWithIdempotencyKey(context, {
    repeatable: { accountId, call: `POST artist/${id}/song`, key, input },
    check: () => checkSongQuota(context, context.db, accountId),
    prepare: () => parseForm(context, payload, image),
    async run(tx, { wrap, picture }) {
      const artist = String(id);
      const song = await addSong(context, tx, { accountId, artist, wrap, imageId: picture.id });
      await recordEvent(context, tx, { accountId, kind: "wrap-created", device, detail: { song } });
      await assertStorageQuota(context, tx, { accountId, field: "image" });
      return readOwnSong(tx, song);
    },
  });
}

/** Reports problems of the links and of the image together. */
async function parseForm(
  context: Context,
  { crop, ...payload }: BodyOf<typeof postSong>,
  image: Upload,
): Promise<{ wrap: ParsedWrap; picture: Image }> {
  const { wrap, errors } = parseWrap(payload);
  const storing = storeCoverUpload(context, image, {
    field: "image",
    wrongType: studioTexts.wrongImage,
    crop: readCrop(crop),
  });
  const picture = await storing.catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(error.code, { errors: [...errors, ...error.errors], cause: error });
  });
  if (errors.length > 0) throw new Failure("E0007", { errors });
  return { wrap, picture };
}

/**
 * Changes the given fields and lists of a wrap of the caller. The pretty id stays. A new title of a listed wrap may have to wait for
 * approval; everything else applies.
 *
 * @throws Failure E0001 if it is not the caller's or is deleted, E0007 for links and for a duration that the audio has
 */
export async function changeSong(
  context: Context,
  { accountId, reference, device }: { accountId: string; reference: string; device: Device },
  changes: WrapChanges,
): Promise<OwnSong> {
  const { db, clock } = context;
  const { owners } = changes;
  const { dsps, errors } = resolveDspLinks(changes.dsps ?? []);
  const lists = toChangedLists(changes, dsps);
  return db.transaction().execute(async (tx) => {
    const song = await lockOwnSong(tx, accountId, reference);
    if (song === undefined) throw notFound();
    const found = [...durationErrors(song, changes.duration), ...errors];
    if (found.length > 0) throw new Failure("E0007", { errors: found });
    const changer = { ...song, ownerId: accountId, device };
    const isRetitled = changes.name !== undefined && (await admitTitle(context, tx, changer, changes.name));
    const fields = toChangedFields(isRetitled ? changes : { ...changes, name: undefined });
    await updateSong(tx, song.id, { ...fields, now: clock.now() });
    await deleteSongLists(tx, song.id, lists);
    await addAlbumsOfTracks(tx, [{ songId: song.id, albums: lists.albums ?? [] }]);
    await insertSongLists(tx, song.id, lists);
    if (owners !== undefined) await changeOwners(context, tx, { songId: song.id, accountId, device, owners });
    await changeLyrics(tx, song.id, changes);
    if (hasPublicPage(song.status)) {
      const isRenamed = isRetitled || changes.artist !== undefined;
      const { albums, tags } = lists;
      await invalidateChangedSong(tx, song, {
        isRenamed,
        hasOtherAlbums: albums !== undefined,
        hasOtherTags: tags !== undefined,
      });
    }
    return readOwnSong(tx, song.id);
  });
}

function admitTitle(context: Context, tx: Executor, song: ChangedSong, title: string): Promise<boolean> {
  return admitChange(context, tx, song, { field: "TITLE", from: song.name, to: title });
}

/** A scheduled wrap has a countdown. */
const hasPublicPage = (status: ListingState) => status === "ACTIVE" || status === "SCHEDULED";

/** The audio decides the duration, but its own may be sent again. */
function durationErrors(song: LockedSong, duration: number | null | undefined): FieldError[] {
  const isKept = duration === undefined || duration === song.duration;
  if (isKept || song.audio_key === null) return [];
  return [{ field: "duration", message: studioTexts.measuredDuration }];
}

/** Converts the given fields to columns. Empty texts remove what may be missing. */
function toChangedFields({ name, iswc, nickname, artist, description, duration }: WrapChanges) {
  return {
    name,
    iswc,
    nickname: nickname === undefined ? undefined : nickname || null,
    artist: artist === undefined ? undefined : artist || null,
    description: description === undefined ? undefined : (description ?? ""),
    duration: duration === undefined ? undefined : (duration ?? 0),
  };
}

function toChangedLists(
  { tags, albums, credits, dates, dsps }: WrapChanges,
  links: SongLists["dsps"],
): Partial<SongLists> {
  return {
    ...(tags && { tags: toTags(tags) }),
    ...(albums && { albums: toAlbums(albums) }),
    ...(credits && { credits: toCredits(credits) }),
    ...(dates && { dates: toDates(dates) }),
    ...(dsps && { dsps: links }),
  };
}

/**
 * Replaces the artwork of a wrap of the caller, if it need not wait for approval. Checks ownership before the image is processed outside
 * the transaction; the last of concurrent calls wins.
 *
 * @throws Failure E0001 if it is not the caller's or is deleted, E0007 for the image
 */
export async function replaceArtwork(
  context: Context,
  { accountId, reference, device }: { accountId: string; reference: string; device: Device },
  { artwork, crop }: { artwork: Upload; crop?: string | undefined },
): Promise<OwnSong> {
  const { db, clock } = context;
  if ((await findOwnSong(db, accountId, reference)) === undefined) throw notFound();
  const image = await storeCoverUpload(context, artwork, {
    field: "artwork",
    wrongType: studioTexts.wrongImageOnManage,
    crop: readCrop(crop),
  });
  return db.transaction().execute(async (tx) => {
    const song = await lockOwnSong(tx, accountId, reference);
    if (song === undefined) throw notFound();
    const change = { field: "ARTWORK", from: song.image_id, to: image.id } as const;
    const isApplied = await admitChange(context, tx, { ...song, ownerId: accountId, device }, change);
    if (isApplied) await replaceImage(tx, song.id, { imageId: image.id, now: clock.now() });
    await assertStorageQuota(context, tx, { accountId, field: "artwork" });
    if (isApplied && hasPublicPage(song.status)) await invalidateSongs(tx, [song.id]);
    return readOwnSong(tx, song.id);
  });
}
