import { type Executor, sql } from "../../../platform/database/database.ts";

/** Creates an unclaimed account. Does nothing if the address has an account. */
export async function insertUnclaimedAccount(
  tx: Executor,
  { email, name, language, now }: { email: string; name: string; language: string; now: Date },
): Promise<void> {
  await sql`
    insert into account (email, name, language, created_at) values (${email}, ${name}, ${language}, ${now})
    on conflict do nothing`.execute(tx);
}

/** Sets the claim code of an account; a new code replaces the old one. */
export async function replaceClaim(
  tx: Executor,
  { accountId, codeHash, expiresAt }: { accountId: string; codeHash: Buffer; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into account_claim (account_id, code_hash, expires_at) values (${accountId}, ${codeHash}, ${expiresAt})
    on conflict (account_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at`.execute(
    tx,
  );
}

/** Stores the code of a confirmed sign-up as used, so that opening the link again succeeds. */
export async function insertUsedClaim(
  tx: Executor,
  { accountId, codeHash, now }: { accountId: string; codeHash: Buffer; now: Date },
): Promise<void> {
  await sql`
    insert into account_claim (account_id, code_hash, expires_at, claimed_at)
    values (${accountId}, ${codeHash}, ${now}, ${now})`.execute(tx);
}

type ClaimRow = { codeHash: Buffer; expiresAt: string; claimedAt: string | null };

export async function readClaim(tx: Executor, accountId: string): Promise<ClaimRow | undefined> {
  const { rows } = await sql<ClaimRow>`
    select code_hash as "codeHash", expires_at as "expiresAt", claimed_at as "claimedAt" from account_claim
    where account_id = ${accountId}`.execute(tx);
  return rows[0];
}

/** Marks an account as claimed and its address as confirmed. */
export async function markClaimed(tx: Executor, accountId: string, now: Date): Promise<void> {
  await sql`update account_claim set claimed_at = ${now} where account_id = ${accountId}`.execute(tx);
  await sql`update account set verified_at = ${now} where id = ${accountId} and verified_at is null`.execute(
    tx,
  );
}

export async function insertClaimArtist(tx: Executor, accountId: string, artistId: number): Promise<void> {
  await sql`
    insert into claim_artist (account_id, artist_id) values (${accountId}, ${artistId})
    on conflict do nothing`.execute(tx);
}

/** Removes and returns the artists that are assigned when the account is claimed. */
export async function popClaimArtists(tx: Executor, accountId: string): Promise<number[]> {
  const { rows } = await sql<{ artistId: number }>`
    delete from claim_artist where account_id = ${accountId} returning artist_id as "artistId"`.execute(tx);
  return rows.map(({ artistId }) => artistId);
}
