import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database.ts";
import { notifyPagesChanged } from "../../../platform/pages-changed.ts";
import { insertArtists, insertRightsOf, insertSongs, takenNames } from "./bulk.data.ts";
import { lockAccount } from "./limits.data.ts";
import { readUse } from "./limits.ts";
import { withoutAccents } from "./names.data.ts";
import { namesToTry, slugOf } from "./slugs.ts";
import { type ReadWrap, rightsOf } from "./songs.ts";

type NewArtist = { name: string; description: string };

/** A song for an artist of the account's, whom the caller's transaction holds. */
type NewSong = { artist: { id: number; name: string }; wrap: ReadWrap };

/** How many artists an account may still add. In a transaction nobody else adds one for it until that ends. */
export async function roomForArtists(
  context: Context,
  db: Executor,
  { accountId, lock }: { accountId: string; lock: boolean },
): Promise<number> {
  if (lock) await lockAccount(db, accountId);
  const { artists } = await readUse(context, db, accountId);
  return Math.max(0, artists.most - artists.used);
}

/** Adds artists without pictures, whatever the plan allows. Answers their numbers in the same order. */
export async function addArtists(
  { clock }: Context,
  tx: Executor,
  { accountId, artists }: { accountId: string; artists: readonly NewArtist[] },
): Promise<number[]> {
  const plain = await withoutAccents(
    tx,
    artists.map(({ name }) => name),
  );
  const now = clock.now();
  const named = artists.map((artist, place) => ({
    ...artist,
    names: [slugOf(plain[place] ?? "", "artist")],
  }));
  const ids = await insertAllNamed(named, {
    taken: (names) => takenNames(tx, "artist", names),
    insert: (chosen) =>
      insertArtists(
        tx,
        chosen.map(({ item, name: cleanId }) => ({ ...item, cleanId, accountId, now })),
      ),
  });
  await notifyPagesChanged(tx);
  return ids;
}

/** Adds songs as drafts without artwork, whatever the plan allows. Answers their numbers in the same order. */
export async function addSongs(
  { clock }: Context,
  tx: Executor,
  { accountId, songs }: { accountId: string; songs: readonly NewSong[] },
): Promise<number[]> {
  const now = clock.now();
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
  const titles = await withoutAccents(
    tx,
    rows.flatMap(({ name, artist }) => [name, `${name} ${artist}`]),
  );
  const named = rows.map((row, place) => ({
    ...row,
    names: titles.slice(2 * place, 2 * place + 2).map((title) => slugOf(title, "song")),
  }));
  const ids = await insertAllNamed(named, {
    taken: (names) => takenNames(tx, "song", names),
    insert: (chosen) =>
      insertSongs(
        tx,
        chosen.map(({ item: { names: _, ...song }, name: prettyId }) => ({ ...song, prettyId })),
      ),
  });
  const rights = songs.map(({ wrap }, place) => ({ songId: ids[place] ?? 0, rights: rightsOf(wrap) }));
  await insertRightsOf(tx, rights);
  return ids;
}

type Named = { names: readonly string[] };
type Naming<Item> = {
  /** Answers which of some names somebody has. */
  taken: (names: readonly string[]) => Promise<Set<string>>;
  /** Inserts items under names, and answers those whose name was still free. */
  insert: (chosen: readonly { item: Item; name: string }[]) => Promise<{ id: number; name: string }[]>;
};

/**
 * Inserts all of some items in their order, each under the first of the names to try for it that nobody has. Only where
 * somebody else takes one at the same moment is there a further round. Answers the numbers in the order of the items.
 */
async function insertAllNamed<Item extends Named>(
  items: readonly Item[],
  { taken, insert }: Naming<Item>,
): Promise<number[]> {
  const ids: number[] = [];
  let waiting = items.map((item, place) => ({ item, place, tries: namesToTry(item.names) }));
  while (waiting.length > 0) {
    const chosen = await chooseNames(waiting, taken);
    const places = new Map(chosen.map(({ name, place }) => [name, place]));
    for (const { id, name } of await insert(chosen)) ids[places.get(name) ?? -1] = id;
    waiting = waiting.filter(({ place }) => ids[place] === undefined);
  }
  return ids;
}

/** Gives each of some items its name, no two the same. */
async function chooseNames<Item extends { place: number; tries: Iterator<string> }>(
  items: readonly Item[],
  taken: (names: readonly string[]) => Promise<Set<string>>,
): Promise<(Item & { name: string })[]> {
  const chosen = new Map<string, Item>();
  let waiting = items;
  while (waiting.length > 0) {
    const wanted = waiting.map((item) => ({ item, name: nextName(item.tries) }));
    const others = await taken(wanted.map(({ name }) => name));
    waiting = wanted.flatMap(({ item, name }) => {
      if (others.has(name) || chosen.has(name)) return [item];
      chosen.set(name, item);
      return [];
    });
  }
  return [...chosen].map(([name, item]) => ({ ...item, name })).sort((a, b) => a.place - b.place);
}

function nextName(tries: Iterator<string>): string {
  const { value, done } = tries.next();
  if (done === true) throw new Error("no free name was found");
  return value;
}
