import type { SocialNetwork } from "@wrapsody/shared/accounts/social-login.ts";
import type { Language } from "@wrapsody/shared/api/language.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";

export type AttemptRow = {
  network: SocialNetwork;
  browserHash: Buffer;
  /** Encrypted: the verifier or nonce of the attempt; after the callback, the identity. */
  sealed: Buffer;
  language: Language;
};

/** Inserts an attempt. `tokenHash` is null until the service has responded. */
export async function insertAttempt(
  db: Executor,
  attempt: AttemptRow & { stateHash: Buffer; tokenHash: Buffer | null; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into social_attempt (state_hash, network, browser_hash, sealed, language, expires_at, token_hash)
    values (${attempt.stateHash}, ${attempt.network}, ${attempt.browserHash}, ${attempt.sealed}, ${attempt.language},
      ${attempt.expiresAt}, ${attempt.tokenHash})`.execute(db);
}

const attemptColumns = sql`network, browser_hash as "browserHash", sealed, language`;

/** Removes and returns an attempt without a response, so that only one response is processed. */
export async function consumeAttempt(
  db: Executor,
  { stateHash, network, now }: { stateHash: Buffer; network: SocialNetwork; now: Date },
): Promise<AttemptRow | undefined> {
  const { rows } = await sql<AttemptRow>`
    delete from social_attempt
    where state_hash = ${stateHash} and network = ${network} and expires_at > ${now} and token_hash is null
    returning ${attemptColumns}`.execute(db);
  return rows[0];
}

/** Removes and returns the attempt of a token, so that a token works once. */
export async function consumeAnsweredAttempt(
  db: Executor,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<AttemptRow | undefined> {
  const { rows } = await sql<AttemptRow>`
    delete from social_attempt where token_hash = ${tokenHash} and expires_at > ${now} returning ${attemptColumns}`.execute(
    db,
  );
  return rows[0];
}

export async function deleteExpiredAttempts(db: Executor, now: Date): Promise<void> {
  await sql`delete from social_attempt where expires_at <= ${now}`.execute(db);
}
