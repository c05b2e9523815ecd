import type { Hold } from "@wrapsody/shared/holds.ts";
import type { Executor } from "../../../platform/database.ts";
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
 * How often entries are taken. `aDay`: of their kind, by the account, on a day (UTC). `apart`: seconds since the last listen.
 * `knownAs`: further keys that the same thing may have happened by.
 */
export type RateLimit = {
  maxPerDay?: number | undefined;
  minIntervalSeconds?: number | undefined;
  aliasKeys?: readonly string[] | undefined;
};

/**
 * What became of an entry.
 * - `added`: it is there now; `balance` is what it made of the balance.
 * - `known`: it was there before, or was put aside before, and nothing changed.
 * - `short`: the balance would have fallen below 0.
 * - `full`: the day has no place left.
 * - `early`: the last listen was not long enough ago.
 */
export type EntryResult =
  | { status: "added"; balance: number }
  | { status: "duplicate" | "insufficient" | "daily_limit" }
  | { status: "too_soon"; last: Date };

/**
 * Adds an entry to the ledger, once for its key, and moves the balance by it.
 *
 * Whoever adds several in one transaction does so in the order of the accounts' ids, one song only: each entry holds
 * the balance of its account, then the account's day, so everybody waits in the same order and nobody for each other.
 */
export async function addEntry(tx: Executor, entry: Entry, rateLimit: RateLimit = {}): Promise<EntryResult> {
  const refused = await checkRateLimit(tx, entry, rateLimit);
  if (refused !== undefined) return refused;
  const balance = await insertEntry(tx, entry);
  return balance === undefined ? { status: "insufficient" } : { status: "added", balance };
}

/** Holds the balance of an entry. Answers why it comes too early or too often; undefined where it may be taken. */
async function checkRateLimit(
  tx: Executor,
  entry: Entry,
  { maxPerDay, minIntervalSeconds, aliasKeys = [] }: RateLimit,
): Promise<EntryResult | undefined> {
  const held = await lockBalance(tx, entry);
  if (minIntervalSeconds !== undefined && held.last_listen_at !== null) {
    const last = new Date(held.last_listen_at);
    if (entry.now.getTime() - last.getTime() < minIntervalSeconds * 1000) return { status: "too_soon", last };
  }
  if (await hasEntryOrHold(tx, entry, [entry.key, ...aliasKeys])) return { status: "duplicate" };
  return maxPerDay === undefined || (await takeDailySlot(tx, entry, maxPerDay))
    ? undefined
    : { status: "daily_limit" };
}

/** As `addEntry`, but the points wait until somebody has decided about them; the places of a day and the pace are taken all the same. */
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

/** Adds an entry that was put aside, as of when it was earned (`now`). Answers whether it was not there before. */
export async function addReleasedEntry(tx: Executor, entry: Entry): Promise<boolean> {
  await lockBalance(tx, entry);
  return (await insertEntry(tx, entry)) !== undefined;
}

/**
 * Undoes the entry of a key by one of the opposite points, once. Of points that were earned and are spent already only what is left is
 * taken back, also where that is nothing. Answers undefined where there is no such entry, or it is itself a reversal.
 */
export async function reverseEntry(
  tx: Executor,
  { now, key, reason, ...holder }: BalanceKey & { key: string; now: Date; reason?: string },
): Promise<EntryResult | undefined> {
  const { points: left } = await lockBalance(tx, holder);
  const found = await findEntry(tx, { ...holder, key });
  if (found === undefined || found.kind === "REVERSAL") return undefined;
  const points = Math.max(-found.points, 0 - left);
  return addEntry(tx, { ...holder, key: `reversal ${key}`, kind: "REVERSAL", points, now, reason });
}
