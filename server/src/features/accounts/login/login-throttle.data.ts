import { type Executor, sql } from "../../../platform/database/database.ts";

/**
 * Backoff: `freeAttempts` without a delay, then a delay that doubles from `firstDelaySeconds` to
 * `maxDelaySeconds`.
 */
export type Backoff = { freeAttempts: number; firstDelaySeconds: number; maxDelaySeconds: number };

/** Counter key: the hash of the typed username and a network, or "" for all networks. */
export type AttemptKey = { usernameHash: Buffer; network: string };

/**
 * Counts an attempt before its password is checked, so that concurrent attempts are counted one after the
 * other and none is checked uncounted. Returns false, and counts nothing, while the key has to wait. Attempts
 * before `forgetBefore` do not count.
 */
export async function countAttempt(
  db: Executor,
  { usernameHash, network }: AttemptKey,
  { backoff, now, forgetBefore }: { backoff: Backoff; now: Date; forgetBefore: Date },
): Promise<boolean> {
  const tries = sql`case when t.last_at < ${forgetBefore}::timestamptz then 1 else t.tries + 1 end`;
  // The exponent is capped: the delay reaches its maximum long before 2^20.
  const wait = sql`case when ${tries} < ${backoff.freeAttempts}::int then 0
    else least(${backoff.firstDelaySeconds}::int * 2 ^ least(${tries} - ${backoff.freeAttempts}::int, 20), ${backoff.maxDelaySeconds}::int) end`;
  const { rows } = await sql`
    insert into login_try as t (username_hash, network, tries, last_at, waits_until)
    values (${usernameHash}, ${network}, 1, ${now}, ${now})
    on conflict (username_hash, network) do update set
      tries = ${tries}, last_at = ${now}, waits_until = ${now}::timestamptz + ${wait} * interval '1 second'
    where t.waits_until <= ${now}
    returning 1`.execute(db);
  return rows.length > 0;
}

export async function readAttempts(
  db: Executor,
  { usernameHash, network }: AttemptKey,
): Promise<{ waitsUntil: string; succeededAt: string | null } | undefined> {
  const { rows } = await sql<{ waitsUntil: string; succeededAt: string | null }>`
    select waits_until as "waitsUntil", succeeded_at as "succeededAt" from login_try
    where username_hash = ${usernameHash} and network = ${network}`.execute(db);
  return rows[0];
}

/** Marks a successful login from a network and resets its counter. */
export async function recordSuccess(
  db: Executor,
  { usernameHash, network }: AttemptKey,
  now: Date,
): Promise<void> {
  await sql`
    update login_try set tries = 0, waits_until = ${now}, succeeded_at = ${now}
    where username_hash = ${usernameHash} and network = ${network}`.execute(db);
}

/** Subtracts one attempt. */
export async function uncountAttempt(
  db: Executor,
  { usernameHash, network }: AttemptKey,
  now: Date,
): Promise<void> {
  await sql`
    update login_try set tries = greatest(tries - 1, 0), waits_until = ${now}
    where username_hash = ${usernameHash} and network = ${network}`.execute(db);
}

/** Lists the networks with a successful login, the latest first. */
export async function listSuccessfulNetworks(
  db: Executor,
  usernameHash: Buffer,
): Promise<{ network: string; succeeded_at: string }[]> {
  const { rows } = await sql<{ network: string; succeeded_at: string }>`
    select network, succeeded_at from login_try
    where username_hash = ${usernameHash} and succeeded_at is not null order by succeeded_at desc`.execute(
    db,
  );
  return rows;
}

/** Deletes all attempts of a username. */
export async function deleteAttempts(tx: Executor, usernameHash: Buffer): Promise<void> {
  await sql`delete from login_try where username_hash = ${usernameHash}`.execute(tx);
}

export async function renameAttempts(tx: Executor, from: Buffer, to: Buffer): Promise<void> {
  // A login with the new address may be counted at the same instant.
  await sql`
    with moved as (delete from login_try where username_hash = ${from} returning *)
    insert into login_try (username_hash, network, tries, last_at, waits_until, succeeded_at)
    select ${to}, network, tries, last_at, waits_until, succeeded_at from moved on conflict do nothing`.execute(
    tx,
  );
}

/** Deletes attempts; known networks are kept longer than failures. */
export async function deleteAttemptsBefore(
  db: Executor,
  before: { failed: Date; succeeded: Date },
): Promise<void> {
  await sql`
    delete from login_try
    where last_at < ${before.failed} and (succeeded_at is null or succeeded_at < ${before.succeeded})`.execute(
    db,
  );
}
