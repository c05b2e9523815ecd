import { type Executor, sql } from "../../../../platform/database/database.ts";

/** Adds a tag at the end of a song's tags. Returns false if the song has it, in any letter case, or has `max` tags. */
export async function insertTag(
  tx: Executor,
  songId: number,
  { tag, genre, max, now }: { tag: string; genre: boolean; max: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with added as (
      insert into song_tag (song_id, position, tag, genre)
      select ${songId}, coalesce(max(position) + 1, 0), ${tag}, ${genre} from song_tag where song_id = ${songId}
      having count(*) < ${max} and not coalesce(bool_or(lower(tag) = lower(${tag})), false)
      returning song_id
    )
    update song set updated_at = ${now} where id in (select song_id from added) returning 1`.execute(tx);
  return rows.length > 0;
}
