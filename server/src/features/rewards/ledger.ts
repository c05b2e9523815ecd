import type { Hold } from "@wrapsody/shared/holds.ts";
import type { Executor } from "../../platform/database.ts";
import { insertHold } from "./holds/holds.data.ts";
import {
  type Entry,
  findEntry,
  type Holder,
  insertEntry,
  lockBalance,
  takePlaceOfDay,
} from "./ledger.data.ts";

/** How often entries are taken. `aDay`: of their kind, by the account, on a day (UTC). `apart`: seconds since the last listen. */
export type Pace = { aDay?: number | undefined; apart?: number | undefined };

/**
 * What became of an entry.
 * - `added`: it is there now; `balance` is what it made of the balance.
 * - `known`: it was there before, and nothing changed.
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
export async function addEntry(tx: Executor, entry: Entry, { aDay, apart }: Pace = {}): Promise<Outcome> {
  const refused = await paceOf(tx, entry, { aDay, apart });
  if (refused !== undefined) return refused;
  const balance = await insertEntry(tx, entry);
  if (balance !== undefined) return { state: "added", balance };
  return { state: (await findEntry(tx, entry)) === undefined ? "short" : "known" };
}

/** Holds the balance of an entry. Answers why it comes too early or too often; undefined where it may be taken. */
async function paceOf(tx: Executor, entry: Entry, { aDay, apart }: Pace): Promise<Outcome | undefined> {
  const held = await lockBalance(tx, entry);
  if (apart !== undefined && held.last_listen_at !== null) {
    const last = new Date(held.last_listen_at);
    if (entry.now.getTime() - last.getTime() < apart * 1000) return { state: "early", last };
  }
  if (aDay === undefined || (await takePlaceOfDay(tx, entry, aDay))) return undefined;
  return { state: (await findEntry(tx, entry)) === undefined ? "full" : "known" };
}

/** As `addEntry`, but the points wait until somebody has decided about them; the places of a day and the pace are taken all the same. */
export async function holdEntry(
  tx: Executor,
  entry: Entry,
  { aDay, apart, reason }: Pace & { reason: Hold["reason"] },
): Promise<Outcome | { state: "held" }> {
  const refused = await paceOf(tx, entry, { aDay, apart });
  if (refused !== undefined) return refused;
  await insertHold(tx, entry, reason);
  return { state: "held" };
}

/**
 * Undoes the entry of a key by one of the opposite points, once. What was earned and is spent already cannot be taken
 * back (`short`). Answers undefined where there is no such entry, or it is itself a reversal.
 */
export async function reverseEntry(
  tx: Executor,
  { now, key, ...holder }: Holder & { key: string; now: Date },
): Promise<Outcome | undefined> {
  await lockBalance(tx, holder);
  const found = await findEntry(tx, { ...holder, key });
  if (found === undefined || found.kind === "REVERSAL") return undefined;
  return addEntry(tx, { ...holder, key: `reversal ${key}`, kind: "REVERSAL", points: -found.points, now });
}
