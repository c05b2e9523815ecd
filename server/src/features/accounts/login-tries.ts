import { createHash } from "node:crypto";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import { Failure } from "../../platform/failure.ts";
import { networkOf } from "../../platform/network.ts";
import {
  countTry,
  deleteTries,
  forgetTries,
  listSuccesses,
  type Pace,
  readTry,
  recordSuccess,
  type TryKey,
  uncountTry,
} from "./login-tries.data.ts";

/** Of one network at one account: five tries, then ten seconds that double to five minutes. */
const pairPace: Pace = { free: 5, first: 10, most: 300 };
/** Of all unfamiliar networks together at one account: a crowd of guessers is slowed down to a try a minute. */
const accountPace: Pace = { free: 100, first: 5, most: 60 };

const hour = 60 * 60 * 1000;
/** Milliseconds after the last try until the count begins anew. */
const memory = 24 * hour;
/** Milliseconds for which a network that the owner logged in from stays familiar. */
const familiarFor = 90 * 24 * hour;

const allNetworks = "";

/** A try that may be looked at. */
export type LoginTry = { pair: TryKey; account: TryKey; familiar: boolean };

/**
 * Counts a try to log in. No number of failures locks an account: a network waits minutes at most, and what
 * strangers do elsewhere does not touch networks that the owner logged in from. Usernames without an account are
 * counted alike.
 *
 * @throws Failure E0010 while it has to wait
 */
export async function beginTry(
  { db, clock }: Context,
  given: { username: string; address: string },
): Promise<LoginTry> {
  const usernameHash = hashUsername(given.username);
  const pair = { usernameHash, network: networkOf(given.address) };
  const account = { usernameHash, network: allNetworks };
  const now = clock.now();
  // A try that the second count refuses has not been made, and is undone in the first.
  return db.transaction().execute(async (tx) => {
    const count = async (key: TryKey, pace: Pace) => {
      const forgetBefore = new Date(now.getTime() - memory);
      if (await countTry(tx, key, { pace, now, forgetBefore })) return;
      const waitsUntil = Date.parse((await readTry(tx, key))?.waitsUntil ?? now.toISOString());
      throw new Failure("E0010", { retryAfter: Math.max(1, (waitsUntil - now.getTime()) / 1000) });
    };
    await count(pair, pairPace);
    const succeededAt = (await readTry(tx, pair))?.succeededAt ?? null;
    const familiar = succeededAt !== null && now.getTime() - Date.parse(succeededAt) < familiarFor;
    if (!familiar) await count(account, accountPace);
    return { pair, account, familiar };
  });
}

function hashUsername(username: string): Buffer {
  return createHash("sha256").update(username).digest();
}

/** The try was a success, and no guess. */
export async function endTry({ db, clock }: Context, { pair, account, familiar }: LoginTry): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    await recordSuccess(tx, pair, now);
    if (!familiar) await uncountTry(tx, account, now);
  });
}

/** Where the owner of an address logs in from, as far as it is remembered: the latest first. */
export function familiarNetworks(db: Executor, email: string) {
  return listSuccesses(db, hashUsername(email.toLowerCase()));
}

/** Nobody has this address any more. */
export function forgetTriesAt(tx: Executor, email: string): Promise<void> {
  return deleteTries(tx, hashUsername(email.toLowerCase()));
}

/** Throws away what no longer matters to any try. */
export async function forgetOldTries({ db, clock }: Context): Promise<void> {
  const now = clock.now().getTime();
  await forgetTries(db, { failed: new Date(now - memory), succeeded: new Date(now - familiarFor) });
}
