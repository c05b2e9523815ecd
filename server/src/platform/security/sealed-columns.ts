import { type Database, type Executor, sql } from "../database/database.ts";
import type { Encryption } from "./encryption.ts";

/** Column that stores ciphertexts of `Encryption`. Names are constants of the program, never input. */
export type SealedColumn = {
  table: string;
  /** The column of the primary key. */
  key: string;
  keyType: "uuid" | "bytea" | "text" | "bigint";
  /** A `bytea` column, or the path of a base64 text in a JSON column: `payload->sealed`. */
  column: string;
  /** The purposes that the value may have been sealed for, by the text of its row's key. */
  purposes(key: string): readonly string[];
  /** Names the rows that have a ciphertext, if others have none; SQL. */
  where?: string;
  /** A column with the HMAC of the same text for the same purpose. */
  hmacColumn?: string;
  /** The source files that write the values. */
  writtenBy: readonly string[];
};

/** Values per transaction; locks them only briefly. */
const BATCH_SIZE = 200;

export type ResealCounts = {
  /** Values that are sealed with the current key now. */
  resealed: number;
  /** Values that no configured key opens. They stay as they are. */
  unreadable: number;
};

/**
 * Seals all values of a column with the current key that another key sealed, in the order of the primary key. Each batch is a
 * transaction of its own, and a repeat finds only what is left, so a killed run is continued by the next one.
 */
export async function resealColumn(
  db: Database,
  encryption: Encryption,
  column: SealedColumn,
): Promise<ResealCounts> {
  const total: ResealCounts = { resealed: 0, unreadable: 0 };
  let after: string | undefined;
  for (;;) {
    const batch = await db.transaction().execute((tx) => resealBatch(tx, encryption, { column, after }));
    total.resealed += batch.resealed;
    total.unreadable += batch.unreadable;
    if (batch.last === undefined) return total;
    after = batch.last;
  }
}

async function resealBatch(
  tx: Executor,
  encryption: Encryption,
  { column, after }: { column: SealedColumn; after: string | undefined },
): Promise<ResealCounts & { last: string | undefined }> {
  const rows = await lockOthers(tx, encryption, { column, after });
  const resealed = rows.flatMap(({ key, sealed }) => {
    const opened = openAny(encryption, column.purposes(key), sealed);
    if (opened === undefined) return [];
    const { purpose, text } = opened;
    return [{ key, sealed: encryption.encrypt(purpose, text), hmac: encryption.hmac(purpose, text) }];
  });
  if (resealed.length > 0) await writeSealed(tx, column, resealed);
  return {
    resealed: resealed.length,
    unreadable: rows.length - resealed.length,
    last: rows.at(-1)?.key,
  };
}

/** Counts the values of a column that the current key did not seal. */
export async function countSealedByOthers(
  db: Executor,
  encryption: Encryption,
  column: SealedColumn,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${sql.raw(column.table)} where ${sealedByOthers(encryption, column)}`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}

async function lockOthers(
  tx: Executor,
  encryption: Encryption,
  { column, after }: { column: SealedColumn; after: string | undefined },
): Promise<{ key: string; sealed: Buffer }[]> {
  const key = sql.raw(column.key);
  const { rows } = await sql<{ key: string; sealed: Buffer }>`
    select ${key}::text as key, ${selectValue(column)} as sealed from ${sql.raw(column.table)}
    where ${sealedByOthers(encryption, column)} and ${after === undefined ? sql`true` : sql`${key} > ${after}`}
    order by ${key} limit ${BATCH_SIZE} for update`.execute(tx);
  return rows;
}

async function writeSealed(
  tx: Executor,
  column: SealedColumn,
  values: readonly { key: string; sealed: Buffer; hmac: Buffer }[],
): Promise<void> {
  const { name, path } = parseColumn(column);
  const target = sql.raw(name);
  const value =
    path === undefined
      ? sql`new.sealed`
      : sql`jsonb_set(t.${target}::jsonb, array[${path}], to_jsonb(translate(encode(new.sealed, 'base64'), e'\n', '')))`;
  const hmac = column.hmacColumn === undefined ? sql`` : sql`, ${sql.raw(column.hmacColumn)} = new.hmac`;
  await sql`
    update ${sql.raw(column.table)} t set ${target} = ${value}${hmac}
    from unnest(
      ${values.map(({ key }) => key)}::text[], ${values.map(({ sealed }) => sealed)}::bytea[],
      ${values.map((each) => each.hmac)}::bytea[]
    ) as new (key, sealed, hmac)
    where ${sql.raw(`t.${column.key} = new.key::${column.keyType}`)}`.execute(tx);
}

/** Opens a value sealed for one of the purposes; undefined if no key and purpose fits. */
function openAny(
  encryption: Encryption,
  purposes: readonly string[],
  sealed: Buffer,
): { purpose: string; text: string } | undefined {
  for (const purpose of purposes) {
    try {
      return { purpose, text: encryption.decrypt(purpose, sealed) };
    } catch {
      // Sealed for another purpose, or with a lost key.
    }
  }
  return undefined;
}

function sealedByOthers({ keyHeader }: Encryption, column: SealedColumn) {
  if (keyHeader === null) throw new Error("There is only one key, so no value can be sealed again.");
  const value = selectValue(column);
  return sql`${value} is not null and substring(${value} for ${keyHeader.length}) <> ${keyHeader}
    and ${column.where === undefined ? sql`true` : sql.raw(column.where)}`;
}

function selectValue(column: SealedColumn) {
  const { name, path } = parseColumn(column);
  if (path === undefined) return sql.raw(name);
  const text = sql`(${sql.raw(name)} ->> ${sql.lit(path)})`;
  // Other rows of the table may have no value, or a text that is not one: nonce and tag alone have 38 characters.
  return sql`case when ${text} ~ '^([A-Za-z0-9+/]{4}){9,}([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' then decode(${text}, 'base64') end`;
}

function parseColumn({ column }: SealedColumn): { name: string; path: string | undefined } {
  const [name = "", path] = column.split("->");
  return { name, path };
}
