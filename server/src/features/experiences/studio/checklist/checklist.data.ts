import { type Executor, sql } from "../../../../platform/database/database.ts";

export type Progress = {
  artist: { id: number; name: string } | null;
  hasAudio: boolean;
  isListed: boolean;
  /** The wrap that is closest to its listing. */
  song: { id: number; has_audio: boolean; status: string } | null;
  hasExperience: boolean;
};

/** Reads how far an account has come. Wraps that were listed once count as listed, as do experiences that were activated once. */
export async function readProgress(db: Executor, accountId: string): Promise<Progress> {
  const { rows } = await sql<Progress>`
    with own_artist as materialized (
      select id, name from artist where owner_id = ${accountId}
    ), own_song as (
      select s.id, s.status, s.listed_at, s.audio_key is not null as has_audio from song s
      where s.artist_id = any(array(select id from own_artist)) and s.status <> 'DELETED'
    )
    select
      (select json_build_object('id', id, 'name', name) from own_artist order by id limit 1) as artist,
      exists (select from own_song where has_audio) as "hasAudio",
      exists (select from own_song where listed_at is not null) as "isListed",
      (select json_build_object('id', id, 'has_audio', has_audio, 'status', status) from own_song
        order by status = 'IN_REVIEW' desc, has_audio desc, id desc limit 1) as song,
      exists (
        select from campaign c join own_song s on s.id = c.song_id
        where c.deleted_at is null and c.activated_at is not null
      ) as "hasExperience"`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("the progress of an account was not read");
  return row;
}
