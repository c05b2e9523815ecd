import pg from "pg";

/** Queries of both peers: the simplest prepared statements that return the same fields as the program. */
const columns = `
  s.id, s.pretty_id, s.name, s.artist, s.artist_id, a.artist_clean_id, s.iswc, s.duration, s.description, s.audio_key,
  s.plays, s.nft_id, s.nft_hash, s.nft_network, s.nft_confirmed, s.contract_address, s.created_at,
  i.id as image_id, i.width, i.height, i.thumbhash, i.ambient, i.on_ambient`;
const tables = "song s join artist a on a.id = s.artist_id left join image i on i.id = s.image_id";

/** Inlines the limit: PostgreSQL plans this once, but a statement with a parameter for each request. */
const listOf = (
  limit: number,
) => `select ${columns}, (select sum(songs)::int from catalogue_total) as total from ${tables}
  where s.status = 'ACTIVE' order by s.created_at desc, s.id desc limit ${limit}`;
const byId = `select ${columns} from ${tables} where s.status = 'ACTIVE' and s.id = $1`;
/** Finds correctly spelt words by trigrams. */
const containing = `select ${columns} from ${tables}
  where s.status = 'ACTIVE' and s.name_folded ilike '%' || $1 || '%' order by s.created_at desc, s.id desc limit $2`;
/** Tolerates typos, as the manual of pg_trgm recommends. */
const similar = `select ${columns} from ${tables}
  where s.status = 'ACTIVE' and $1 <% s.name_folded
  order by word_similarity($1, s.name_folded) desc, s.created_at desc, s.id desc limit $2`;

type Row = {
  [name: string]: unknown;
  description: string;
  audio_key: string;
  image_id: string | null;
  total?: number;
};

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => text.replace(" ", "T").replace("+00", "Z"));
/** As many connections as the program opens by default. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });

async function runQuery(name: string, text: string, values: unknown[]): Promise<Row[]> {
  return (await pool.query<Row>({ name, text, values })).rows;
}

export async function listSongs(limit: number): Promise<unknown> {
  const rows = await runQuery(`list ${limit}`, listOf(limit), []);
  return envelope(rows, rows[0]?.total ?? 0);
}

export async function showSong(id: number): Promise<unknown> {
  const [row] = await runQuery("song", byId, [id]);
  if (row === undefined) return { success: false };
  const artist = { id: row.artist_id, artist_clean_id: row.artist_clean_id, name: row.artist };
  return { success: true, body: { song: present(row), artists: [artist] } };
}

export async function searchSongs(text: string, limit: number, forgiving: boolean): Promise<unknown> {
  const rows = forgiving
    ? await runQuery("similar", similar, [text, limit])
    : await runQuery("containing", containing, [text, limit]);
  return envelope(rows, rows.length);
}

function envelope(rows: readonly Row[], total: number): unknown {
  return { success: true, body: { data: rows.map(present), total } };
}

function present({ description, audio_key, total: _, image_id, ...row }: Row): unknown {
  const { width, height, thumbhash, ambient, on_ambient, ...song } = row;
  return {
    ...song,
    audio_uri: `/audio/${audio_key.slice(6)}`,
    image_file: image_id === null ? null : `/images/${image_id}/960.jpeg`,
    image: image_id === null ? null : { id: image_id, width, height, thumbhash, ambient, on_ambient },
    metadata: { description },
  };
}
