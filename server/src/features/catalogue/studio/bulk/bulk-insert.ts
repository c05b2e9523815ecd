import type { Image } from "@wrapsody/shared/api/media.ts";
import type { AlbumType, ArtistLink } from "@wrapsody/shared/catalogue/catalogue.ts";
import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { assertStorageQuota } from "../../../accounts/index.ts";
import { storeCover, withdrawImage } from "../../../artwork/index.ts";
import { addAlbumsOfTracks } from "../../albums/own-albums.ts";
import { invalidateArtists } from "../../songs/page-entities.ts";
import { deleteArtistRow } from "../artists/own-artists.data.ts";
import { insertLyrics } from "../lyrics/lyrics.ts";
import { readPlanUsage } from "../plan/plan-limits.ts";
import { lockAccount } from "../plan/plan-usage.data.ts";
import { listSlugWords, slugCandidates, toSlug } from "../slugs.ts";
import { type ParsedWrap, toSongLists } from "../songs/edit-songs.ts";
import { addOwnerAddresses } from "../splits/change-owners.ts";
import {
  findTakenSlugs,
  insertArtists,
  insertListsOfSongs,
  insertSongs,
  listUntouchedArtists,
  type MissingPicture,
  updateAlbumTypes,
  updateMissingPicture,
} from "./bulk-insert.data.ts";

type NewArtist = { name: string; description: string; links: readonly ArtistLink[] };

/** A song for an artist of the account, locked by the caller. */
type NewSong = {
  artist: { id: number; name: string };
  wrap: ParsedWrap;
  /** The types of its albums in their order, if they are known. */
  albumTypes: readonly (AlbumType | undefined)[];
};

/**
 * Returns how many artists the account may still add. `lock` keeps the number valid until the transaction
 * ends.
 */
export async function remainingArtistQuota(
  context: Context,
  db: Executor,
  { accountId, lock }: { accountId: string; lock: boolean },
): Promise<number> {
  if (lock) await lockAccount(db, accountId);
  const { artists } = await readPlanUsage(context, db, accountId);
  return Math.max(0, artists.most - artists.used);
}

/** Adds artists without images, ignoring the plan's limits. Returns their ids in order. */
export async function addArtists(
  { clock }: Context,
  tx: Executor,
  { accountId, artists }: { accountId: string; artists: readonly NewArtist[] },
): Promise<number[]> {
  const words = await listSlugWords(
    tx,
    artists.map(({ name }) => name),
  );
  const now = clock.now();
  const named = artists.map((artist, place) => ({
    ...artist,
    names: [toSlug(words[place] ?? [], "artist")],
  }));
  const ids = await insertWithUniqueSlugs(named, {
    findTaken: (names) => findTakenSlugs(tx, "artist", names),
    insert: (chosen) =>
      insertArtists(
        tx,
        chosen.map(({ item, name: cleanId }) => ({ ...item, cleanId, accountId, now })),
      ),
  });
  await invalidateArtists(tx, ids);
  return ids;
}

/**
 * Deletes artists of the account that are as they were added, and that nothing depends on, with albums that nobody edited. The caller has
 * locked them. Returns their ids.
 */
export async function deleteUntouchedArtists(
  tx: Executor,
  accountId: string,
  artists: readonly { id: number; fingerprint: string }[],
): Promise<number[]> {
  const ids = await listUntouchedArtists(tx, accountId, artists);
  for (const id of ids) for (const image of await deleteArtistRow(tx, id)) await withdrawImage(tx, image);
  await invalidateArtists(tx, ids);
  return ids;
}

/** Adds songs as drafts without artwork, ignoring the plan's limits. Returns their ids in order. */
export async function addSongs(
  context: Context,
  tx: Executor,
  { accountId, songs }: { accountId: string; songs: readonly NewSong[] },
): Promise<number[]> {
  const now = context.clock.now();
  const rows = songs.map(({ artist, wrap: { payload } }) => ({
    name: payload.name,
    artist: payload.artist || artist.name,
    artistId: artist.id,
    accountId,
    now,
    nickname: payload.nickname || null,
    iswc: payload.iswc,
    duration: payload.duration ?? 0,
    description: payload.description ?? "",
  }));
  const words = await listSlugWords(
    tx,
    rows.flatMap(({ name, artist }) => [name, artist]),
  );
  const named = rows.map((row, place) => {
    const [title = [], credit = []] = words.slice(2 * place, 2 * place + 2);
    return { ...row, names: [toSlug(title, "song"), toSlug([...title, ...credit], "song")] };
  });
  const ids = await insertWithUniqueSlugs(named, {
    findTaken: (names) => findTakenSlugs(tx, "song", names),
    insert: (chosen) =>
      insertSongs(
        tx,
        chosen.map(({ item: { names: _, ...song }, name: prettyId }) => ({ ...song, prettyId })),
      ),
  });
  const rights = songs.map(({ wrap }, place) => ({ songId: ids[place] ?? 0, rights: toSongLists(wrap) }));
  await addAlbumsOfTracks(
    tx,
    rights.map(({ songId, rights: { albums } }) => ({ songId, albums })),
  );
  await insertListsOfSongs(tx, rights);
  const types = songs.flatMap(({ albumTypes }, place) =>
    albumTypes.flatMap((type, position) =>
      type === undefined ? [] : [{ songId: ids[place] ?? 0, position, type }],
    ),
  );
  if (types.length > 0) await updateAlbumTypes(tx, types);
  for (const [place, { wrap }] of songs.entries()) {
    const { owners } = wrap.payload;
    await addOwnerAddresses(context, tx, { songId: ids[place] ?? 0, accountId, owners });
  }
  await insertLyrics(
    tx,
    songs.map(({ wrap: { payload } }, place) => ({ songId: ids[place] ?? 0, payload })),
  );
  return ids;
}

/** Stores a picture that an import read from an archive. @throws Failure E0007 with the problem on `field` */
export function storePictureOfArchive(context: Context, bytes: Buffer, field: string): Promise<Image> {
  return storeCover(context, bytes, { field, wrongType: studioTexts.wrongImage });
}

/**
 * Adds a stored picture to a draft or album of the account that `listMissingPictures` names, if it still has none.
 *
 * @throws Failure E0050 if it exceeds the storage quota
 */
export function addMissingPicture(
  context: Context,
  { accountId, place, imageId }: { accountId: string; place: MissingPicture; imageId: string },
): Promise<void> {
  return context.db.transaction().execute(async (tx) => {
    await updateMissingPicture(tx, place, imageId);
    await assertStorageQuota(context, tx, {
      accountId,
      field: place.album === null ? "artwork" : "album_cover",
    });
  });
}

type WithSlugs = { names: readonly string[] };
type SlugStore<Item> = {
  /** Returns which slugs are taken. */
  findTaken: (names: readonly string[]) => Promise<Set<string>>;
  /** Inserts items and returns those whose slug was still free. */
  insert: (chosen: readonly { item: Item; name: string }[]) => Promise<{ id: number; name: string }[]>;
};

/**
 * Inserts all items in order, each under its first free slug. Repeats only for slugs that a concurrent call
 * took. Returns the ids in the order of the items.
 */
async function insertWithUniqueSlugs<Item extends WithSlugs>(
  items: readonly Item[],
  { findTaken, insert }: SlugStore<Item>,
): Promise<number[]> {
  const ids: number[] = [];
  let waiting = items.map((item, place) => ({ item, place, tries: slugCandidates(item.names) }));
  while (waiting.length > 0) {
    const chosen = await chooseSlugs(waiting, findTaken);
    const places = new Map(chosen.map(({ name, place }) => [name, place]));
    for (const { id, name } of await insert(chosen)) ids[places.get(name) ?? -1] = id;
    waiting = waiting.filter(({ place }) => ids[place] === undefined);
  }
  return ids;
}

/** Chooses a distinct slug for each item. */
async function chooseSlugs<Item extends { place: number; tries: Iterator<string> }>(
  items: readonly Item[],
  findTaken: (names: readonly string[]) => Promise<Set<string>>,
): Promise<(Item & { name: string })[]> {
  const chosen = new Map<string, Item>();
  let waiting = items;
  while (waiting.length > 0) {
    const candidates = waiting.map((item) => ({ item, name: nextSlug(item.tries) }));
    const takenSlugs = await findTaken(candidates.map(({ name }) => name));
    waiting = candidates.flatMap(({ item, name }) => {
      if (takenSlugs.has(name) || chosen.has(name)) return [item];
      chosen.set(name, item);
      return [];
    });
  }
  return [...chosen].map(([name, item]) => ({ ...item, name })).sort((a, b) => a.place - b.place);
}

function nextSlug(tries: Iterator<string>): string {
  const { value, done } = tries.next();
  if (done === true) throw new Error("no free slug was found");
  return value;
}
