import type { Hold } from "@wrapsody/shared/rewards/holds.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { insertHold } from "../holds/holds.data.ts";
import {
  type BalanceKey,
  type Entry,
  findEntry,
  hasEntryOrHold,
  insertEntry,
  lockBalance,
  takeDailySlot,
} from "./ledger.data.ts";

/**
 * Limits of an entry: `maxEntriesPerDay` of its kind and account (UTC), `minIntervalSeconds` since the last listen.
 * `aliasKeys` are further keys under which the same event may have been recorded.
 */
export type RateLimit = {
  maxEntriesPerDay?: number | undefined;
  minIntervalSeconds?: number | undefined;
  aliasKeys?: readonly string[] | undefined;
};

/**
 * Result of adding an entry.
 * - `added`: the entry exists now; `balance` is the new balance.
 * - `duplicate`: it existed or was on hold; nothing changed.
 * - `insufficient`: the balance would have become negative.
 * - `daily_limit`: the daily limit is reached.
 * - `too_soon`: the interval since the last listen is too short.
 */
export type EntryResult =
  | { status: "added"; balance: number }
  | { status: "duplicate" | "insufficient" | "daily_limit" }
  | { status: "too_soon"; last: Date };

/**
 * Adds an entry to the ledger, once for its key, and updates the balance.
 * A transaction that adds several entries adds them in the order of account ids and for one song only: each
 * entry locks the account's balance and then its day, so a fixed order avoids deadlocks.
 */
export async function addEntry(tx: Executor, entry: Entry, rateLimit: RateLimit = {}): Promise<EntryResult> {
  const refused = await checkRateLimit(tx, entry, rateLimit);
  if (refused !== undefined) return refused;
  const balance = await insertEntry(tx, entry);
  return balance === undefined ? { status: "insufficient" } : { status: "added", balance };
}

/** Locks the balance. Returns why the entry is rejected; undefined if it is allowed. */
async function checkRateLimit(
  tx: Executor,
  entry: Entry,
  { maxEntriesPerDay, minIntervalSeconds, aliasKeys = [] }: RateLimit,
): Promise<EntryResult | undefined> {
  const balance = await lockBalance(tx, entry);
  if (minIntervalSeconds !== undefined && balance.last_listen_at !== null) {
    const last = new Date(balance.last_listen_at);
    if (entry.now.getTime() - last.getTime() < minIntervalSeconds * 1000) return { status: "too_soon", last };
  }
  if (await hasEntryOrHold(tx, entry, [entry.key, ...aliasKeys])) return { status: "duplicate" };
  return maxEntriesPerDay === undefined || (await takeDailySlot(tx, entry, maxEntriesPerDay))
    ? undefined
    : { status: "daily_limit" };
}

/**
 * Like `addEntry`, but puts the points on hold. They count towards the daily limit and the interval all the
 * same.
 */
export async function putEntryOnHold(
  tx: Executor,
  entry: Entry,
  { reason, ...pace }: RateLimit & { reason: Hold["reason"] },
): Promise<EntryResult | { status: "on_hold" }> {
  const refused = await checkRateLimit(tx, entry, pace);
  if (refused !== undefined) return refused;
  await insertHold(tx, entry, reason);
  return { status: "on_hold" };
}

/** Adds a released entry as of when it was earned (`now`). Returns the new balance; undefined if the entry existed. */
export async function addReleasedEntry(tx: Executor, entry: Entry): Promise<number | undefined> {
  await lockBalance(tx, entry);
  return insertEntry(tx, entry);
}

/**
 * Reverses an entry once. Earned points that are already spent are not taken back, so a reversal may be of 0
 * points. Returns undefined if there is no such entry or it is itself a reversal.
 */
export async function reverseEntry(
  tx: Executor,
  { now, key, reason, ...holder }: BalanceKey & { key: string; now: Date; reason?: string },
): Promise<EntryResult | undefined> {
  const { points: left } = await lockBalance(tx, holder);
  const existingEntry = await findEntry(tx, { ...holder, key });
  if (existingEntry === undefined || existingEntry.kind === "REVERSAL") return undefined;
  const points = Math.max(-existingEntry.points, 0 - left);
  return addEntry(tx, { ...holder, key: `reversal ${key}`, kind: "REVERSAL", points, now, reason });
}
