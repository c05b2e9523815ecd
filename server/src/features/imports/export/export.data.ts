import type { ArtistLink, albumTypes } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../platform/database/database.ts";
import type { StorageKey } from "../../../platform/storage/key.ts";
import { partialDate, releaseDate } from "../../catalogue/index.ts";

/** An artist with what an import takes. */
export type ExportedArtist = {
  id: number;
  name: string;
  description: string;
  links: readonly ArtistLink[];
};

/** A wrap with what an import takes. */
export type ExportedSong = {
  id: number;
  artist_id: number;
  /** The artist in addresses, by which imports tell those of one name apart. */
  artist_clean_id: string;
  /** The artist's name, and how the release credits them. */
  artist: string;
  credited_artist: string;
  /** The title that its publisher wants: the one that waits for approval, else the public one. */
  name: string;
  nickname: string | null;
  iswc: string | null;
  /** Seconds; 0 if unknown. */
  duration: number;
  /** Then the duration is measured. */
  has_audio: boolean;
  description: string;
  /** As entered, plain or LRC. */
  lyrics: string | null;
  lyrics_language: string | null;
  albums: readonly {
    name: string;
    track_number: number;
    release_date: string | null;
    isrc: string | null;
    languages: readonly string[];
  }[];
  credits: readonly { role: string; value: string }[];
  dates: readonly { date_type: string; date: string }[];
  /** Splits in force, in basis points. */
  owners: readonly { name: string; email: string | null; ownership_points: number; royalty_points: number }[];
  dsps: readonly { dsp: string; link: string }[];
  tags: readonly { tag: string; genre: boolean }[];
  /** The types and own covers of `albums`, in their order. */
  releases: readonly { id: number; type: AlbumType; cover_key: StorageKey | null }[];
  /** The one that its publisher wants, as with `name`. */
  artwork_key: StorageKey | null;
};

type AlbumType = (typeof albumTypes)[number];

type Place = { accountId: string; after: number; limit: number };

/** Lists an account's artists after an id. */
export async function listExportedArtists(
  db: Executor,
  { accountId, after, limit }: Place,
): Promise<ExportedArtist[]> {
  const { rows } = await sql<ExportedArtist>`
    select id, name, coalesce(metadata ->> 'description', '') as description, links from artist
    where owner_id = ${accountId} and id > ${after} order by id limit ${limit}`.execute(db);
  return rows;
}

/** Lists the ids of an account's wraps, deleted ones excluded. */
export async function listExportedSongIds(db: Executor, accountId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from song
    where artist_id = any(array(select id from artist where owner_id = ${accountId})) and status <> 'DELETED'
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The value that waits for approval, else the present one, of a song `s`. */
const wantedValue = (field: "TITLE" | "ARTWORK", column: string) => sql`
  coalesce((select h.new_value from song_change h where h.song_id = s.id and h.field = ${field} and h.state = 'WAITING'), ${sql.ref(column)})`;

/** A list of a song `s` in its order. */
const listOf = (table: string, columns: string | RawBuilder<unknown>, order = "position") => sql`
  coalesce((select json_agg(to_json(l)) from (
    select ${typeof columns === "string" ? sql.raw(columns) : columns} from ${sql.table(table)} where song_id = s.id order by ${sql.raw(order)}
  ) l), '[]')`;

/** Reads wraps of an account in the order of their ids. Deleted ones are missing. */
export async function readExportedSongs(
  db: Executor,
  accountId: string,
  songIds: readonly number[],
): Promise<ExportedSong[]> {
  const { rows } = await sql<ExportedSong>`
    select s.id, a.id as artist_id, a.artist_clean_id, a.name as artist, s.artist as credited_artist,
      ${wantedValue("TITLE", "s.name")} as name,
      s.nickname, s.iswc, s.duration, s.audio_key is not null as has_audio, s.description,
      coalesce(y.synced, y.lyric) as lyrics, s.lyrics_language,
      ${listOf("song_album", sql`name, track_number, ${releaseDate()} as release_date, isrc, languages`, "position, id")} as albums,
      ${listOf("song_credit", "role, value")} as credits, ${listOf("song_date", sql`date_type, ${partialDate(sql.ref("date"), sql.ref("date_digits"))} as date`)} as dates,
      ${listOf("song_dsp", "dsp, link")} as dsps, ${listOf("song_tag", "tag, genre", "position, id")} as tags,
      coalesce((
        select json_agg(json_build_object('id', al.id, 'type', al.type, 'cover_key', i.storage_key) order by t.position, t.id)
        from song_album t join album al on al.id = t.album_id left join image i on i.id = al.image_id where t.song_id = s.id
      ), '[]') as releases,
      (select i.storage_key from image i where i.id = ${wantedValue("ARTWORK", "s.image_id")}) as artwork_key,
      coalesce((
        select json_agg(json_build_object('name', o.name, 'email', p.email, 'ownership_points', o.ownership_points,
          'royalty_points', o.royalty_points) order by o.position)
        from song_owner o
        left join song_split_revision r on r.song_id = s.id and r.state in ('DRAFT', 'CONFIRMED')
        left join song_split p on p.revision_id = r.id and p.position = o.position
        where o.song_id = s.id
      ), '[]') as owners
    from song s join artist a on a.id = s.artist_id left join song_lyric y on y.song_id = s.id
    where s.id = any(${songIds}::int[]) and a.owner_id = ${accountId} and s.status <> 'DELETED'
    order by s.id`.execute(db);
  return rows;
}

/** A stored picture of an account: the artwork of a wrap, or the own cover of an album. */
export type ExportedPicture = { id: number; key: StorageKey };

/** Lists the artworks of an account's wraps after an id, deleted ones excluded. */
export async function listExportedArtworks(
  db: Executor,
  { accountId, after, limit }: Place,
): Promise<ExportedPicture[]> {
  const { rows } = await sql<ExportedPicture>`
    select s.id, i.storage_key as key from song s join image i on i.id = ${wantedValue("ARTWORK", "s.image_id")}
    where s.artist_id = any(array(select id from artist where owner_id = ${accountId})) and s.status <> 'DELETED' and s.id > ${after}
    order by s.id limit ${limit}`.execute(db);
  return rows;
}

/** Lists the own covers of an account's albums after an id. */
export async function listExportedCovers(
  db: Executor,
  { accountId, after, limit }: Place,
): Promise<ExportedPicture[]> {
  const { rows } = await sql<ExportedPicture>`
    select al.id, i.storage_key as key from album al join image i on i.id = al.image_id
    where al.artist_id = any(array(select id from artist where owner_id = ${accountId})) and al.id > ${after}
    order by al.id limit ${limit}`.execute(db);
  return rows;
}
