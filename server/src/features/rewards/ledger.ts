import type { Hold } from "@wrapsody/shared/holds.ts";
import type { Executor } from "../../platform/database.ts";
import { insertHold } from "./holds/holds.data.ts";
import {
  type Entry,
  findEntry,
  type Holder,
  insertEntry,
  isKnown,
  lockBalance,
  takePlaceOfDay,
} from "./ledger.data.ts";

/**
 * How often entries are taken. `aDay`: of their kind, by the account, on a day (UTC). `apart`: seconds since the last listen.
 * `knownAs`: further keys that the same thing may have happened by.
 */
export type Pace = {
  aDay?: number | undefined;
  apart?: number | undefined;
  knownAs?: readonly string[] | undefined;
};

/**
 * What became of an entry.
 * - `added`: it is there now; `balance` is what it made of the balance.
 * - `known`: it was there before, or was put aside before, and nothing changed.
 * - `short`: the balance would have fallen below 0.
 * - `full`: the day has no place left.
 * - `early`: the last listen was not long enough ago.
 */
export type Outcome =
  | { state: "added"; balance: number }
  | { state: "known" | "short" | "full" }
  | { state: "early"; last: Date };

/**
 * Adds an entry to the ledger, once for its key, and moves the balance by it.
 *
 * Whoever adds several in one transaction does so in the order of the accounts' ids, one song only: each entry holds
 * the balance of its account, then the account's day, so everybody waits in the same order and nobody for each other.
 */
export async function addEntry(tx: Executor, entry: Entry, pace: Pace = {}): Promise<Outcome> {
  const refused = await paceOf(tx, entry, pace);
  if (refused !== undefined) return refused;
  const balance = await insertEntry(tx, entry);
  return balance === undefined ? { state: "short" } : { state: "added", balance };
}

/** Holds the balance of an entry. Answers why it comes too early or too often; undefined where it may be taken. */
async function paceOf(
  tx: Executor,
  entry: Entry,
  { aDay, apart, knownAs = [] }: Pace,
): Promise<Outcome | undefined> {
  const held = await lockBalance(tx, entry);
  if (apart !== undefined && held.last_listen_at !== null) {
    const last = new Date(held.last_listen_at);
    if (entry.now.getTime() - last.getTime() < apart * 1000) return { state: "early", last };
  }
  if (await isKnown(tx, entry, [entry.key, ...knownAs])) return { state: "known" };
  return aDay === undefined || (await takePlaceOfDay(tx, entry, aDay)) ? undefined : { state: "full" };
}

/** As `addEntry`, but the points wait until somebody has decided about them; the places of a day and the pace are taken all the same. */
export async function holdEntry(
  tx: Executor,
  entry: Entry,
  { reason, ...pace }: Pace & { reason: Hold["reason"] },
): Promise<Outcome | { state: "held" }> {
  const refused = await paceOf(tx, entry, pace);
  if (refused !== undefined) return refused;
  await insertHold(tx, entry, reason);
  return { state: "held" };
}

/** Adds an entry that was put aside, as of when it was earned (`now`). Answers whether it was not there before. */
export async function addHeldEntry(tx: Executor, entry: Entry): Promise<boolean> {
  await lockBalance(tx, entry);
  return (await insertEntry(tx, entry)) !== undefined;
}

/**
 * Undoes the entry of a key by one of the opposite points, once. Of points that were earned and are spent already only what is left is
 * taken back, also where that is nothing. Answers undefined where there is no such entry, or it is itself a reversal.
 */
export async function reverseEntry(
  tx: Executor,
  { now, key, reason, ...holder }: Holder & { key: string; now: Date; reason?: string },
): Promise<Outcome | undefined> {
  const { points: left } = await lockBalance(tx, holder);
  const found = await findEntry(tx, { ...holder, key });
  if (found === undefined || found.kind === "REVERSAL") return undefined;
  const points = Math.max(-found.points, 0 - left);
  return addEntry(tx, { ...holder, key: `reversal ${key}`, kind: "REVERSAL", points, now, reason });
}
