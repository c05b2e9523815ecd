import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { announce, readContact } from "../../accounts/index.ts";
import { listReachedLevels } from "./goals.ts";
import type { Entry } from "./ledger.data.ts";
import { addEntry, type EntryResult, type RateLimit } from "./ledger.ts";
import { insertReached, type ReachedReward } from "./reached-rewards.data.ts";

/** Adds an entry of earned points, and notifies its account of the rewards that it brings within reach. */
export async function addEarnedEntry(
  context: Context,
  tx: Executor,
  entry: Entry,
  rateLimit?: RateLimit,
): Promise<EntryResult> {
  const result = await addEntry(tx, entry, rateLimit);
  if (result.status === "added")
    await announceReachedRewards(context, tx, { ...entry, balance: result.balance });
  return result;
}

/**
 * Notifies an account of the rewards that added points bring within reach, each once for ever: its row is unique and
 * belongs to the transaction that adds the points. Needs the lock of the balance.
 */
export async function announceReachedRewards(
  context: Context,
  tx: Executor,
  {
    accountId,
    songId,
    balance,
    points,
  }: Pick<Entry, "accountId" | "songId" | "points"> & { balance: number },
): Promise<void> {
  const now = context.clock.now();
  for (const { id: rewardId } of await listReachedLevels(context, tx, {
    accountId,
    songId,
    balance,
    points,
  })) {
    const reached = await insertReached(tx, { accountId, rewardId, now });
    if (reached === undefined) continue;
    await announce(context, tx, { kind: "REWARD", accountId, rewardId });
    await mailReward(context, tx, accountId, reached);
  }
}

async function mailReward(
  context: Context,
  tx: Executor,
  accountId: string,
  { reward, wrap, pretty_id }: ReachedReward,
): Promise<void> {
  const link = `${context.publicUrl}/wrap/${encodeURIComponent(pretty_id)}?tab=3`;
  await notify(context, tx, "reward-within-reach", await readContact(tx, accountId), { reward, wrap, link });
}
