import { type Executor, sql } from "../database/database.ts";

export type IdempotencyKey = { accountId: string; call: string; key: string };

/** Takes an advisory lock on the key for the transaction, so that a concurrent repeat waits and finds the response. */
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
