import { type Executor, sql } from "../../../platform/database/database.ts";

/** A table with searched texts: the columns of its key and of its texts, and where their words are stored. */
type WordSource = {
  key: string;
  texts: readonly { column: string; words: string; folded?: string }[];
};

const own = (column: string, folded?: string): WordSource["texts"] => [
  { column, words: "words", ...(folded === undefined ? {} : { folded }) },
];

const sources = {
  song: {
    key: "id",
    texts: [
      { column: "name", words: "name_words", folded: "name_folded" },
      { column: "artist", words: "artist_words", folded: "artist_folded" },
    ],
  },
  artist: { key: "id", texts: own("name", "name_folded") },
  album: { key: "id", texts: own("name") },
  campaign: { key: "id", texts: own("name", "name_folded") },
  song_credit: { key: "song_id", texts: own("value") },
  song_lyric: { key: "song_id", texts: own("lyric") },
  known_tag: { key: "folded", texts: own("name") },
} as const satisfies Record<string, WordSource>;
export type WordSourceName = keyof typeof sources;

/** A text that a table has now. */
export type SearchedText = { key: string; column: string; text: string };

const toSource = (name: WordSourceName): WordSource => sources[name];

/** Takes up to `limit` texts that wait for the program, each with its table, out of the queue. */
export async function takeTextsToSegment(
  tx: Executor,
  limit: number,
): Promise<{ source: WordSourceName; keys: string[] }[]> {
  const { rows } = await sql<{ source: WordSourceName; keys: string[] }>`
    with taken as (
      delete from text_to_segment where ctid = any(array(
        select ctid from text_to_segment limit ${limit} for update skip locked))
      returning source, row_id
    )
    select source, array_agg(distinct row_id) as keys from taken where source = any(${Object.keys(sources)}) group by source`.execute(
    tx,
  );
  return rows;
}

/** Returns the texts of rows by key. */
export async function listTexts(
  tx: Executor,
  name: WordSourceName,
  keys: readonly string[],
): Promise<SearchedText[]> {
  return readTexts(tx, name, (key) => sql`${key} = any(${keys}::${sql.raw(keyType(name))}[])`);
}

const keyType = (name: WordSourceName) => (name === "known_tag" ? "text" : "integer");

async function readTexts(
  tx: Executor,
  name: WordSourceName,
  condition: (key: ReturnType<typeof sql.ref>) => ReturnType<typeof sql>,
): Promise<SearchedText[]> {
  const { key, texts } = toSource(name);
  const selects = texts.map(
    ({ column }) => sql`
      select ${sql.ref(key)}::text as key, ${column}::text as "column", ${sql.ref(column)} as text
      from ${sql.table(name)} where ${condition(sql.ref(key))}`,
  );
  const { rows } = await sql<SearchedText>`${sql.join(selects, sql` union all `)}`.execute(tx);
  return rows;
}

/** Stores the words and the folded form of texts that a table still has, if they differ from the stored ones. */
export async function updateWords(
  tx: Executor,
  name: WordSourceName,
  texts: readonly (SearchedText & { segmented: string })[],
): Promise<void> {
  const { key, texts: columns } = toSource(name);
  for (const { column, words, folded } of columns) {
    const read = texts.filter((text) => text.column === column);
    if (read.length === 0) continue;
    const computed = name === "song" ? sql`text_words(r.segmented)` : sql`own_words(r.text, r.segmented)`;
    const isOld = sql`t.${sql.ref(words)} is distinct from r.words`;
    const set = sql`${sql.ref(words)} = r.words`;
    const folding = folded === undefined ? undefined : sql.ref(folded);
    await sql`
      update ${sql.table(name)} t set ${folding === undefined ? set : sql`${set}, ${folding} = r.folded`}
      from (
        select r.key, r.text, ${computed} as words, fold_name(r.text) as folded
        from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) r(key ${sql.raw(keyType(name))}, text text, segmented text)
      ) r
      where t.${sql.ref(key)} = r.key and t.${sql.ref(column)} = r.text
        and (${folding === undefined ? isOld : sql`${isOld} or t.${folding} <> r.folded`})`.execute(tx);
  }
}

/** Locks the progress of a table whose texts are still to be read again, if another node does not read it now. */
export async function lockBackfill(
  tx: Executor,
): Promise<{ source: WordSourceName; lastKey: number } | undefined> {
  const { rows } = await sql<{ source: WordSourceName; lastKey: number }>`
    select source, last_key as "lastKey" from word_backfill where source = any(${Object.keys(sources)})
    order by source desc limit 1 for update skip locked`.execute(tx);
  return rows[0];
}

/** Returns the last of the next `rows` keys after a key; undefined at the end of the table. */
export async function findLastKey(
  tx: Executor,
  name: WordSourceName,
  { after, rows: count }: { after: number; rows: number },
): Promise<number | undefined> {
  const key = sql.ref(toSource(name).key);
  const { rows } = await sql<{ last: number | null }>`
    select max(key) as last from (
      select ${key} as key from ${sql.table(name)} where ${key} > ${after} order by ${key} limit ${count}) next`.execute(
    tx,
  );
  return rows[0]?.last ?? undefined;
}

/** Returns the texts with signs or letters beyond ASCII of rows in a range of keys. Others have the words that they had. */
export async function listTextsBetween(
  tx: Executor,
  name: WordSourceName,
  { after, last }: { after: number; last: number },
): Promise<SearchedText[]> {
  const texts = await readTexts(tx, name, (key) => sql`${key} > ${after} and ${key} <= ${last}`);
  return texts.filter(({ text }) => /[^A-Za-z0-9 ]/.test(text));
}

export async function saveBackfill(tx: Executor, source: WordSourceName, lastKey: number): Promise<void> {
  await sql`update word_backfill set last_key = ${lastKey} where source = ${source}`.execute(tx);
}

export async function endBackfill(tx: Executor, source: WordSourceName): Promise<void> {
  await sql`delete from word_backfill where source = ${source}`.execute(tx);
}
