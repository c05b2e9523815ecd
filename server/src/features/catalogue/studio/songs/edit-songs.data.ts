import { type Executor, sql } from "../../../../platform/database/database.ts";
import { storeSavedWords } from "../../search/read-words.ts";
import { toStoredDate } from "../../songs/partial-dates.data.ts";

export type SongToInsert = {
  prettyId: string;
  artistId: number;
  /** As credited on the release. */
  artist: string;
  name: string;
  nickname: string | null;
  iswc: string | null;
  /** Seconds; 0 if unknown. */
  duration: number;
  description: string;
  imageId: string | null;
  accountId: string;
  now: Date;
};

/** Inserts a draft. Returns its id; undefined if the pretty id is taken. */
export async function insertSong(tx: Executor, song: SongToInsert): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into song (pretty_id, artist_id, artist, name, nickname, iswc, duration, description, image_id, status,
      created_by, created_at, updated_at, added_at)
    values (${song.prettyId}, ${song.artistId}, ${song.artist}, ${song.name}, ${song.nickname}, ${song.iswc}, ${song.duration},
      ${song.description}, ${song.imageId}, 'DRAFT', ${song.accountId}, ${song.now}, ${song.now}, ${song.now})
    on conflict (pretty_id) do nothing returning id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await storeSavedWords(tx, "song", ids, [song.name, song.artist]);
  return ids[0];
}

/** The lists of a song in display order. */
export type SongLists = {
  tags: readonly { tag: string; genre: boolean }[];
  albums: readonly {
    name: string;
    track_number: number;
    release_date: string | null;
    isrc: string | null;
    languages: readonly string[];
  }[];
  credits: readonly { role: string; value: string }[];
  dates: readonly { date_type: string; date: string }[];
  /** Basis points. */
  owners: readonly { name: string; ownership_points: number; royalty_points: number }[];
  dsps: readonly { dsp: string; link: string }[];
};

/** Tables, columns and types of the lists, for reading JSON rows. */
export const listTables = {
  tags: { table: "song_tag", columns: { tag: "text", genre: "boolean" } },
  albums: {
    table: "song_album",
    columns: {
      name: "text",
      track_number: "integer",
      release_date: "date",
      release_digits: "smallint",
      isrc: "text",
      languages: "text[]",
    },
  },
  credits: { table: "song_credit", columns: { role: "text", value: "text" } },
  dates: { table: "song_date", columns: { date_type: "text", date: "date", date_digits: "smallint" } },
  owners: {
    table: "song_owner",
    columns: { name: "text", ownership_points: "integer", royalty_points: "integer" },
  },
  dsps: { table: "song_dsp", columns: { dsp: "text", link: "text" } },
} as const satisfies Record<keyof SongLists, { table: string; columns: Record<string, string> }>;

/** Converts the items of a list to rows, whose dates may be a year, or a year and month. */
export function toListRows<List extends keyof SongLists>(items: SongLists[List]): object[] {
  return items.map((item) => {
    if ("release_date" in item) {
      const { day, digits } = toStoredDate(item.release_date);
      return { ...item, release_date: day, release_digits: digits };
    }
    if (!("date" in item)) return item;
    const { day, digits } = toStoredDate(item.date);
    return { ...item, date: day, date_digits: digits };
  });
}

const listNames = [
  "tags",
  "albums",
  "credits",
  "dates",
  "owners",
  "dsps",
] as const satisfies (keyof SongLists)[];

type PartialLists = Partial<SongLists>;

/** Inserts the given lists of a song that has no rows of them. */
export async function insertSongLists(tx: Executor, songId: number, lists: PartialLists): Promise<void> {
  for (const list of listNames) {
    const rows = lists[list] ?? [];
    if (rows.length > 0) await insertListRows(tx, songId, list, rows);
  }
}

/** Deletes the given lists of a song as a whole; the others stay. The caller has locked the song. */
export async function deleteSongLists(tx: Executor, songId: number, lists: PartialLists): Promise<void> {
  for (const list of listNames) {
    if (lists[list] !== undefined)
      await sql`delete from ${sql.table(listTables[list].table)} where song_id = ${songId}`.execute(tx);
  }
}

async function insertListRows(
  tx: Executor,
  songId: number,
  list: keyof SongLists,
  items: SongLists[keyof SongLists],
): Promise<void> {
  const { table, columns } = listTables[list];
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const typed = Object.entries({ ...columns, position: "integer" }).map(
    ([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`,
  );
  const rows = JSON.stringify(toListRows(items).map((row, position) => ({ ...row, position })));
  await sql`
    insert into ${sql.table(table)} (song_id, position, ${names})
    select ${songId}, position, ${names} from jsonb_to_recordset(${rows}::jsonb) r(${sql.join(typed)})`.execute(
    tx,
  );
}

/** Fields of a song to change; undefined ones stay. */
type SongChanges = {
  name?: string | undefined;
  iswc?: string | null | undefined;
  nickname?: string | null | undefined;
  /** Null credits the artist by their own name. */
  artist?: string | null | undefined;
  description?: string | undefined;
  /** Seconds; 0 if unknown. */
  duration?: number | undefined;
};

export async function updateSong(
  tx: Executor,
  id: number,
  { name, iswc, nickname, artist, description, duration, now }: SongChanges & { now: Date },
): Promise<void> {
  const keepOr = (column: string, value: string | number | null | undefined) =>
    value === undefined ? sql.ref(column) : sql`${value}`;
  const credited =
    artist === null
      ? sql`(select a.name from artist a where a.id = song.artist_id)`
      : keepOr("artist", artist);
  await sql`
    update song set name = ${keepOr("name", name)}, iswc = ${keepOr("iswc", iswc)}, nickname = ${keepOr("nickname", nickname)},
      artist = ${credited}, description = ${keepOr("description", description)}, duration = ${keepOr("duration", duration)},
      updated_at = ${now}
    where id = ${id}`.execute(tx);
  await storeSavedWords(tx, "song", [id], [name ?? "", artist ?? ""]);
}

/** The image is already stored. Returns the id of the image that it replaces. */
export async function updateArtwork(
  tx: Executor,
  songId: number,
  { imageId, now }: { imageId: string; now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ replaced: string | null }>`
    update song set image_id = ${imageId}, updated_at = ${now} where id = ${songId}
    returning nullif(old.image_id, new.image_id) as replaced`.execute(tx);
  return rows[0]?.replaced ?? null;
}
