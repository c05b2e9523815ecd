import { createHash } from "node:crypto";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { networkOf } from "../../../platform/network.ts";
import {
  type AttemptKey,
  type Backoff,
  countAttempt,
  deleteAttempts,
  deleteAttemptsBefore,
  listSuccessfulNetworks,
  readAttempts,
  recordSuccess,
  uncountAttempt,
} from "./login-throttle.data.ts";

/** Of one network at one account: five tries, then ten seconds that double to five minutes. */
const networkBackoff: Backoff = { freeAttempts: 5, firstDelaySeconds: 10, maxDelaySeconds: 300 };
/** Of all unfamiliar networks together at one account: a crowd of guessers is slowed down to a try a minute. */
const accountBackoff: Backoff = { freeAttempts: 100, firstDelaySeconds: 5, maxDelaySeconds: 60 };

const HOUR_MS = 60 * 60 * 1000;
/** Milliseconds after the last try until the count begins anew. */
const ATTEMPT_MEMORY_MS = 24 * HOUR_MS;
/** Milliseconds for which a network that the owner logged in from stays familiar. */
const KNOWN_NETWORK_MS = 90 * 24 * HOUR_MS;

const ALL_NETWORKS = "";

/** A try that may be looked at. */
export type LoginAttempt = { pair: AttemptKey; account: AttemptKey; isKnownNetwork: boolean };

/**
 * Counts a try to log in. No number of failures locks an account: a network waits minutes at most, and what
 * strangers do elsewhere does not touch networks that the owner logged in from. Usernames without an account are
 * counted alike.
 *
 * @throws Failure E0010 while it has to wait
 */
export async function checkLoginThrottle(
  { db, clock }: Context,
  given: { username: string; address: string },
): Promise<LoginAttempt> {
  const usernameHash = hashUsername(given.username);
  const pair = { usernameHash, network: networkOf(given.address) };
  const account = { usernameHash, network: ALL_NETWORKS };
  const now = clock.now();
  // A try that the second count refuses has not been made, and is undone in the first.
  return db.transaction().execute(async (tx) => {
    const count = async (key: AttemptKey, pace: Backoff) => {
      const forgetBefore = new Date(now.getTime() - ATTEMPT_MEMORY_MS);
      if (await countAttempt(tx, key, { backoff: pace, now, forgetBefore })) return;
      const waitsUntil = Date.parse((await readAttempts(tx, key))?.waitsUntil ?? now.toISOString());
      throw new Failure("E0010", { retryAfter: Math.max(1, (waitsUntil - now.getTime()) / 1000) });
    };
    await count(pair, networkBackoff);
    const succeededAt = (await readAttempts(tx, pair))?.succeededAt ?? null;
    const familiar = succeededAt !== null && now.getTime() - Date.parse(succeededAt) < KNOWN_NETWORK_MS;
    if (!familiar) await count(account, accountBackoff);
    return { pair, account, isKnownNetwork: familiar };
  });
}

function hashUsername(username: string): Buffer {
  return createHash("sha256").update(username).digest();
}

/** The try was a success, and no guess. */
export async function recordLoginSuccess(
  { db, clock }: Context,
  { pair, account, isKnownNetwork }: LoginAttempt,
): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    await recordSuccess(tx, pair, now);
    if (!isKnownNetwork) await uncountAttempt(tx, account, now);
  });
}

/** Where the owner of an address logs in from, as far as it is remembered: the latest first. */
export function listKnownNetworks(db: Executor, email: string) {
  return listSuccessfulNetworks(db, hashUsername(email.toLowerCase()));
}

/** Nobody has this address any more. */
export function forgetLoginAttempts(tx: Executor, email: string): Promise<void> {
  return deleteAttempts(tx, hashUsername(email.toLowerCase()));
}

/** Throws away what no longer matters to any try. */
export async function deleteOldLoginAttempts({ db, clock }: Context): Promise<void> {
  const now = clock.now().getTime();
  await deleteAttemptsBefore(db, {
    failed: new Date(now - ATTEMPT_MEMORY_MS),
    succeeded: new Date(now - KNOWN_NETWORK_MS),
  });
}
