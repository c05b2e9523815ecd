import type { SongDetail } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql, statement } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { matchesReference } from "../studio/ownership.data.ts";
import { partialDate, releaseDate } from "./partial-dates.data.ts";
import type { SongRow } from "./song-presenter.ts";

export const songColumns = sql`
  s.id, s.pretty_id, s.name, s.artist, s.artist_id, a.artist_clean_id, s.iswc, s.duration, s.description,
  s.audio_key, s.plays, s.nft_id, s.nft_hash, s.nft_network, s.nft_confirmed, s.contract_address, s.created_at,
  i.id as image_id, i.width as image_width, i.height as image_height, i.thumbhash as image_thumbhash, i.ambient as image_ambient,
  i.on_ambient as image_on_ambient`;

export const songTables = sql`song s join artist a on a.id = s.artist_id left join image i on i.id = s.image_id`;

export async function listFeaturedSongs(db: Executor, limit: number): Promise<Rows<SongRow>> {
  const { rows } = await sql<SongRow>`
    select ${songColumns} from ${songTables}
    where s.status = 'ACTIVE' and s.featured_at is not null
    order by s.featured_at desc, s.id desc limit ${limit}`.execute(db);
  return { data: rows, total: rows.length };
}

const publicSongStatement = (where: RawBuilder<unknown>) =>
  statement(sql<SongRow>`select ${songColumns} from ${songTables} where s.status = 'ACTIVE' and ${where}`);
const publicSongById = publicSongStatement(sql`s.id = ${null}`);
const publicSongByPrettyId = publicSongStatement(sql`s.pretty_id = ${null}`);

/** Returns a public song by id or pretty id; a pretty id never consists of digits alone. */
export async function findPublicSong(db: Executor, reference: string): Promise<SongRow | undefined> {
  const isNumber = /^\d{1,9}$/.test(reference);
  const [row] = await (isNumber
    ? publicSongById(db, Number(reference))
    : publicSongByPrettyId(db, reference));
  return row;
}

/** Like `findPublicSong`, but also finds HIDDEN songs, for owners of tokens and rewards. */
export async function findPublicOrHiddenSong(db: Executor, reference: string): Promise<SongRow | undefined> {
  const { rows } = await sql<SongRow>`
    select ${songColumns} from ${songTables}
    where s.status in ('ACTIVE', 'HIDDEN') and ${matchesReference("pretty_id", reference, "s.")}`.execute(db);
  return rows[0];
}

/** Returns a random public song with audio: the first from a random id on, so that nothing is scanned. */
export async function findRandomSong(db: Executor): Promise<SongRow | undefined> {
  const { rows } = await sql<SongRow>`
    with bounds as (select max(id) as most from song)
    select ${songColumns} from ${songTables}
    where s.id = (
      select id from (
        (select id, 0 as lap from song where status = 'ACTIVE' and audio_key is not null
           and id >= (select 1 + floor(random() * most) from bounds) order by id limit 1)
        union all
        (select id, 1 from song where status = 'ACTIVE' and audio_key is not null order by id limit 1)
      ) candidate order by lap limit 1
    )`.execute(db);
  return rows[0];
}

/** The details of a song, and which of its tags are genres. */
type SongDetailRow = Omit<SongDetail, "song" | "artists" | "rewards" | "peaks" | "tags"> & {
  tags: { id: number; tag: string; genre: boolean }[];
  peaks: string | null;
};

/** Position of the song in the artist's albums. An album's page exists while one of its tracks is public. */
const albumsOf = sql`coalesce((
  select json_agg(json_build_object('id', t.id, 'name', al.name, 'track_number', t.track_number, 'release_date', ${releaseDate("al.")},
    'isrc', t.isrc, 'languages', t.languages, 'pretty_id', case when s.status = 'ACTIVE' or exists (
      select from song_album o join song other on other.id = o.song_id where o.album_id = al.id and other.status = 'ACTIVE'
    ) then al.pretty_id end) order by t.position)
  from song_album t join album al on al.id = t.album_id where t.song_id = s.id), '[]')`;

/** Returns the details of a song in one round trip. */
export async function readSongDetail(db: Executor, songId: number): Promise<SongDetailRow | undefined> {
  const rowsOf = (table: string, fields: string | RawBuilder<unknown>, order = "position") =>
    sql`coalesce((select json_agg(t order by t.${sql.raw(order)}) from (select ${typeof fields === "string" ? sql.raw(fields) : fields} from ${sql.table(table)} where song_id = s.id) t), '[]')`;
  const { rows } = await sql<SongDetailRow>`
    select
      ${rowsOf("song_tag", "id, tag, genre, position")} as tags,
      ${albumsOf} as albums,
      ${rowsOf("song_lyric", "lyric", "lyric")} as lyrics,
      (select synced from song_lyric where song_id = s.id) as lyrics_synced, s.lyrics_language,
      ${rowsOf("song_credit", "role, value, position")} as credits,
      ${rowsOf("song_date", sql`date_type, ${partialDate(sql.ref("date"), sql.ref("date_digits"))} as date, position`)} as dates,
      ${rowsOf("song_owner", "name, ownership_points / 100.0 as ownership_rate, royalty_points / 100.0 as royalty_rate, position")} as owners,
      ${rowsOf("song_dsp", "dsp, link, position")} as dsps,
      ${rowsOf("audio_footprint", "footprint, acoustid_id, position")} as "audioFootprints",
      encode(s.peaks, 'base64') as peaks
    from song s where s.id = ${songId}`.execute(db);
  return rows[0];
}
