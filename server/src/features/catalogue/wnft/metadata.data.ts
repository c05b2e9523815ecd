import { type Executor, sql } from "../../../platform/database/database.ts";

/** What the metadata of a token says, of its wrap as it is now. */
export type TokenSong = {
  id: number;
  pretty_id: string;
  name: string;
  artist: string;
  description: string;
  iswc: string | null;
  /** Of its albums, in their order, each once. */
  isrcs: string[];
  /** Seconds; 0 where nobody knows. */
  duration: number;
  image_id: string | null;
  image_key: string | null;
};

const facts = sql`
  s.id, s.pretty_id, s.name, s.artist, s.description, s.iswc, s.duration, s.image_id, i.storage_key as image_key,
  array(select isrc from song_album where song_id = s.id and isrc is not null group by isrc order by min(position)) as isrcs
  from song s left join image i on i.id = s.image_id`;

/** Of a wrap that has a token or is about to, whatever else has become of it: the token is its owner's. */
export async function findTokenSong(db: Executor, songId: number): Promise<TokenSong | undefined> {
  const { rows } = await sql<TokenSong>`
    select ${facts} where s.id = ${songId} and (s.nft_hash is not null or s.nft_confirmed)`.execute(db);
  return rows[0];
}
