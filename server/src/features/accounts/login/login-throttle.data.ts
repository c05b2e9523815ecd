import { type Executor, sql } from "../../../platform/database.ts";

/** How tries are slowed down: `free` ones at once, then a wait that doubles from `first` to `most` seconds. */
export type Backoff = { freeAttempts: number; firstDelaySeconds: number; maxDelaySeconds: number };

/** Where tries are counted: what was typed as the username, and a network, or "" for all of them. */
export type AttemptKey = { usernameHash: Buffer; network: string };

/**
 * Counts a try before it is looked at, so that tries at the same instant are counted one after the other, and none is
 * looked at uncounted. Counts nothing and answers false while the key has to wait. Tries before `forgetBefore` are
 * forgotten.
 */
export async function countAttempt(
  db: Executor,
  { usernameHash, network }: AttemptKey,
  { backoff, now, forgetBefore }: { backoff: Backoff; now: Date; forgetBefore: Date },
): Promise<boolean> {
  const tries = sql`case when t.last_at < ${forgetBefore}::timestamptz then 1 else t.tries + 1 end`;
  // Beyond 2^20 the wait has long reached its most.
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

/** The owner came in from this network: its count begins anew. */
export async function recordSuccess(
  db: Executor,
  { usernameHash, network }: AttemptKey,
  now: Date,
): Promise<void> {
  await sql`
    update login_try set tries = 0, waits_until = ${now}, succeeded_at = ${now}
    where username_hash = ${usernameHash} and network = ${network}`.execute(db);
}

/** Takes one try back. */
export async function uncountAttempt(
  db: Executor,
  { usernameHash, network }: AttemptKey,
  now: Date,
): Promise<void> {
  await sql`
    update login_try set tries = greatest(tries - 1, 0), waits_until = ${now}
    where username_hash = ${usernameHash} and network = ${network}`.execute(db);
}

/** The networks that the owner of the username came in from. */
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

/** Forgets a username altogether. */
export async function deleteAttempts(tx: Executor, usernameHash: Buffer): Promise<void> {
  await sql`delete from login_try where username_hash = ${usernameHash}`.execute(tx);
}

/** Networks that the owner came from are known for longer than guesses are. */
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
