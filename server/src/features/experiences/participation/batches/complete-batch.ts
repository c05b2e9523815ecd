import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { notify } from "../../../../platform/mail/notify.ts";
import { readContact } from "../../../accounts/index.ts";
import { mintPageUrl } from "../orders/order-code.ts";
import { hasOpenLines, lockOpenBatch, markBatchCompleted, readBatch } from "./batches.data.ts";

/** Completes a batch when all of its lines have ended, and mails its sender; once, however often it is called. */
export async function completeBatch(context: Context, tx: Executor, batchId: number): Promise<void> {
  const batch = await lockOpenBatch(tx, batchId);
  if (batch === undefined || (await hasOpenLines(tx, batchId))) return;
  await markBatchCompleted(tx, batchId, context.clock.now());
  if (batch.mailed_at !== null) return;
  const { minted, failed } = await readBatch(tx, batchId);
  const sender = await readContact(tx, batch.created_by);
  const data = { experience: batch.name, minted, link: mintPageUrl(context, batch.pretty_id) };
  if (failed === 0) await notify(context, tx, "wallet-list-minted", sender, data);
  else await notify(context, tx, "wallet-list-partly-minted", sender, { ...data, failed });
}
