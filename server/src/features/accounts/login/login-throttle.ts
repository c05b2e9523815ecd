import { createHash } from "node:crypto";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { clientNetwork } from "../../../platform/http/ip-addresses.ts";
import {
  type AttemptKey,
  type Backoff,
  countAttempt,
  deleteAttempts,
  deleteAttemptsBefore,
  listSuccessfulNetworks,
  readAttempts,
  recordSuccess,
  renameAttempts,
  uncountAttempt,
} from "./login-throttle.data.ts";

/** Per network and account: five attempts, then a delay of 10 seconds that doubles up to five minutes. */
const networkBackoff: Backoff = { freeAttempts: 5, firstDelaySeconds: 10, maxDelaySeconds: 300 };
/** Per account, over all unknown networks: slows distributed guessing down to one attempt a minute. */
const accountBackoff: Backoff = { freeAttempts: 100, firstDelaySeconds: 5, maxDelaySeconds: 60 };

const HOUR_MS = 60 * 60 * 1000;
/** Failed attempts are forgotten this long after the last one. */
const ATTEMPT_MEMORY_MS = 24 * HOUR_MS;
/** A network stays known this long after its last successful login. */
const KNOWN_NETWORK_MS = 90 * 24 * HOUR_MS;

const ALL_NETWORKS = "";

/** An attempt that passed the throttle. */
export type LoginAttempt = { pair: AttemptKey; account: AttemptKey; isKnownNetwork: boolean };

/**
 * Counts a login attempt and throws while the caller has to wait. Failures never lock an account: a network
 * waits minutes at most, and attempts from unknown networks do not affect networks that the owner logged in
 * from. Usernames without an account are counted the same way.
 *
 * @throws Failure E0010 with the seconds to wait
 */
export async function checkLoginThrottle(
  { db, clock }: Context,
  attempt: { username: string; address: string },
): Promise<LoginAttempt> {
  const usernameHash = hashUsername(attempt.username);
  const pair = { usernameHash, network: clientNetwork(attempt.address) };
  const account = { usernameHash, network: ALL_NETWORKS };
  const now = clock.now();
  // If the second counter refuses, the transaction also rolls the first one back.
  return db.transaction().execute(async (tx) => {
    const count = async (key: AttemptKey, pace: Backoff) => {
      const forgetBefore = new Date(now.getTime() - ATTEMPT_MEMORY_MS);
      if (await countAttempt(tx, key, { backoff: pace, now, forgetBefore })) return;
      const waitsUntil = Date.parse((await readAttempts(tx, key))?.waitsUntil ?? now.toISOString());
      throw new Failure("E0010", { retryAfter: Math.max(1, (waitsUntil - now.getTime()) / 1000) });
    };
    await count(pair, networkBackoff);
    const succeededAt = (await readAttempts(tx, pair))?.succeededAt ?? null;
    const isKnownNetwork = succeededAt !== null && now.getTime() - Date.parse(succeededAt) < KNOWN_NETWORK_MS;
    if (!isKnownNetwork) await count(account, accountBackoff);
    return { pair, account, isKnownNetwork };
  });
}

function hashUsername(username: string): Buffer {
  return createHash("sha256").update(username).digest();
}

/** Resets the network's counter after a successful login. */
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

/** Lists the networks from which the account of an address logged in, the latest first. */
export function listKnownNetworks(db: Executor, email: string) {
  return listSuccessfulNetworks(db, hashUsername(email.toLowerCase()));
}

/** Moves attempts and familiar networks to the new address of an account. Those of the new address were of no account. */
export async function moveLoginAttempts(
  tx: Executor,
  { former, email }: { former: string; email: string },
): Promise<void> {
  const [from, to] = [former, email].map((address) => hashUsername(address.toLowerCase()));
  if (from === undefined || to === undefined || from.equals(to)) return;
  await deleteAttempts(tx, to);
  await renameAttempts(tx, from, to);
}

/** Deletes the attempts of an address whose account is deleted. */
export function forgetLoginAttempts(tx: Executor, email: string): Promise<void> {
  return deleteAttempts(tx, hashUsername(email.toLowerCase()));
}

/** Deletes attempts that no longer affect the throttle. */
export async function deleteOldLoginAttempts({ db, clock }: Context): Promise<void> {
  const now = clock.now().getTime();
  await deleteAttemptsBefore(db, {
    failed: new Date(now - ATTEMPT_MEMORY_MS),
    succeeded: new Date(now - KNOWN_NETWORK_MS),
  });
}
