import { type Executor, sql } from "../../../platform/database/database.ts";

/** The song behind a token's metadata, as it is now. */
export type TokenSong = {
  id: number;
  pretty_id: string;
  name: string;
  artist: string;
  description: string;
  iswc: string | null;
  /** Distinct, in the order of its albums. */
  isrcs: string[];
  /** Seconds; 0 if unknown. */
  duration: number;
  image_id: string | null;
  image_key: string | null;
};

const facts = sql`
  s.id, s.pretty_id, s.name, s.artist, s.description, s.iswc, s.duration, s.image_id, i.storage_key as image_key,
  array(select isrc from song_album where song_id = s.id and isrc is not null group by isrc order by min(position)) as isrcs
  from song s left join image i on i.id = s.image_id`;

/**
 * Returns the song of an issued or pending token, whatever its listing state: the token belongs to its owner.
 */
export async function findTokenSong(db: Executor, songId: number): Promise<TokenSong | undefined> {
  const { rows } = await sql<TokenSong>`
    select ${facts} where s.id = ${songId} and (s.nft_hash is not null or s.nft_confirmed)`.execute(db);
  return rows[0];
}
