import type { Passkey } from "@wrapsody/shared/accounts/passkeys.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";

export type Challenge = {
  tokenHash: Buffer;
  challenge: string;
  sessionId: string | null;
  accountId: string | null;
  expiresAt: Date;
};

export async function insertChallenge(db: Executor, challenge: Challenge): Promise<void> {
  await sql`
    insert into passkey_challenge (token_hash, challenge, session_id, account_id, expires_at)
    values (${challenge.tokenHash}, ${challenge.challenge}, ${challenge.sessionId}, ${challenge.accountId}, ${challenge.expiresAt})`.execute(
    db,
  );
}

type OpenChallenge = { challenge: string; sessionId: string | null; accountId: string | null };

/** Deletes and returns a challenge: of several concurrent responses, one gets it. */
export async function popChallenge(
  db: Executor,
  tokenHash: Buffer,
  now: Date,
): Promise<OpenChallenge | undefined> {
  const { rows } = await sql<OpenChallenge & { alive: boolean }>`
    delete from passkey_challenge where token_hash = ${tokenHash}
    returning challenge, session_id as "sessionId", account_id as "accountId", expires_at > ${now} as alive`.execute(
    db,
  );
  const [row] = rows;
  return row?.alive === true ? row : undefined;
}

export async function deleteExpiredPasskeyChallenges(db: Executor, now: Date): Promise<void> {
  await sql`delete from passkey_challenge where expires_at <= ${now}`.execute(db);
}

const shown = sql`id, name, created_at, last_used_at`;

export async function listPasskeys(db: Executor, accountId: string): Promise<Passkey[]> {
  const { rows } = await sql<Passkey>`
    select ${shown} from passkey where account_id = ${accountId} order by id desc`.execute(db);
  return rows;
}

/** A passkey as browsers need it to choose or exclude it. */
export type Descriptor = { id: string; transports: string[] };

export async function listDescriptors(db: Executor, accountId: string): Promise<Descriptor[]> {
  const { rows } = await sql<Descriptor>`
    select credential_id as id, transports from passkey where account_id = ${accountId} order by id`.execute(
    db,
  );
  return rows;
}

export type NewPasskey = {
  accountId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: readonly string[];
  name: string;
  now: Date;
};

/** Inserts a passkey. Returns undefined if an account has it. */
export async function insertPasskey(tx: Executor, passkey: NewPasskey): Promise<Passkey | undefined> {
  const { rows } = await sql<Passkey>`
    insert into passkey (account_id, credential_id, public_key, counter, transports, name, created_at)
    values (${passkey.accountId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
      ${[...passkey.transports]}, ${passkey.name}, ${passkey.now})
    on conflict (credential_id) do nothing returning ${shown}`.execute(tx);
  return rows[0];
}

export type StoredPasskey = { id: string; accountId: string; publicKey: Buffer; counter: number };

export async function findPasskey(db: Executor, credentialId: string): Promise<StoredPasskey | undefined> {
  const { rows } = await sql<StoredPasskey>`
    select id, account_id as "accountId", public_key as "publicKey", counter from passkey
    where credential_id = ${credentialId}`.execute(db);
  return rows[0];
}

/** Records a use. Returns false if the passkey was removed, or its counter has not grown: it may be a copy. */
export async function recordUse(
  tx: Executor,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update passkey set counter = ${counter}, last_used_at = ${now}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0)) returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function readOwner(
  db: Executor,
  id: string,
): Promise<{ accountId: string; name: string } | undefined> {
  const { rows } = await sql<{ accountId: string; name: string }>`
    select account_id as "accountId", name from passkey where id = ${id}`.execute(db);
  return rows[0];
}

export async function deletePasskeyRow(tx: Executor, id: string): Promise<void> {
  await sql`delete from passkey where id = ${id}`.execute(tx);
}

/** Deletes the passkeys that were added since a time. */
export async function deletePasskeysSince(tx: Executor, accountId: string, since: string): Promise<void> {
  await sql`delete from passkey where account_id = ${accountId} and created_at >= ${since}`.execute(tx);
}

/** Whether the account can be entered without passkeys: by a password, which a confirmed address can set, or a streaming service. */
export async function hasOtherLogin(tx: Executor, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account a where a.id = ${accountId} and (a.password_hash is not null
      or (a.email is not null and a.verified_at is not null)
      or exists (select from social_login s where s.account_id = a.id))`.execute(tx);
  return rows.length > 0;
}

type OwnPasskey = {
  name: string;
  credential_id: string;
  transports: string[];
  created_at: string;
  last_used_at: string | null;
};

/** Lists the passkeys of an account for its data export. */
export async function listOwnPasskeys(db: Executor, accountId: string): Promise<OwnPasskey[]> {
  const { rows } = await sql<OwnPasskey>`
    select name, credential_id, transports, created_at, last_used_at from passkey
    where account_id = ${accountId} order by id`.execute(db);
  return rows;
}
