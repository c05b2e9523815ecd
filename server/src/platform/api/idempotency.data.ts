import { type Executor, sql } from "../database/database.ts";

export type IdempotencyKey = { accountId: string; call: string; key: string };

/** Holds the key until the transaction ends, so that of two repeats at once one waits and then finds the answer. */
export async function lockKey(tx: Executor, { accountId, call, key }: IdempotencyKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${accountId} ${call} ${key}`}, 0))`.execute(tx);
}

export async function findResponse(
  tx: Executor,
  { accountId, call, key }: IdempotencyKey,
): Promise<{ fingerprint: Buffer; answer: unknown } | undefined> {
  const { rows } = await sql<{ fingerprint: Buffer; answer: unknown }>`
    select fingerprint, answer from answered_call
    where account_id = ${accountId} and call = ${call} and key = ${key}`.execute(tx);
  return rows[0];
}

export async function insertResponse(
  tx: Executor,
  { accountId, call, key }: IdempotencyKey,
  { fingerprint, answer, now }: { fingerprint: Buffer; answer: unknown; now: Date },
): Promise<void> {
  await sql`
    insert into answered_call (account_id, call, key, fingerprint, answer, created_at)
    values (${accountId}, ${call}, ${key}, ${fingerprint}, ${JSON.stringify(answer)}::jsonb, ${now})`.execute(
    tx,
  );
}

export async function deleteResponsesBefore(db: Executor, before: Date): Promise<void> {
  await sql`delete from answered_call where created_at < ${before}`.execute(db);
}
