import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { Payout } from "@wrapsody/shared/payments/payments.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { readContact } from "../../accounts/index.ts";
import type { ProviderName } from "../payments.data.ts";
import { isProviderUnavailable, type PayoutItem, type PayoutSnapshot } from "../provider.ts";
import { findStripe, getStripeOf, type StripeConnection } from "../stripe/connection.ts";
import { listPayoutItems, listPayouts, listTransferredPayments } from "../stripe/payouts.ts";
import {
  findSyncState,
  listAccountsWithTransfers,
  listPayoutRows,
  listUnknownTransfers,
  writePayout,
  writeTransferredPayments,
} from "./payouts.data.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How far back the first sync of an account goes. */
const FIRST_LOOKBACK_MS = 365 * DAY_MS;
/** How long after its creation the provider may still change a payout, for example because the bank returned it. */
const CHANGEABLE_MS = 14 * DAY_MS;

/** Lists the payouts of an account, as they were last synced. */
export async function listOwnPayouts(
  context: Context,
  accountId: string,
  list: ListQuery,
): Promise<Rows<Payout>> {
  const provider = findStripe(context)?.name;
  if (provider === undefined) return { data: [], total: 0 };
  return listPayoutRows(context.db, { accountId, provider }, list);
}

/**
 * Stores the payouts of a payout account and which payments and refunds they consist of. Safe to run at any time and concurrently.
 *
 * @throws Failure E0048 if the provider does not answer
 */
export async function syncPayouts(
  context: Context,
  provider: ProviderName,
  destination: string,
): Promise<void> {
  const { db, clock } = context;
  const { stripe } = getStripeOf(context, { provider });
  const known = await findSyncState(db, { provider, destination });
  if (known === undefined) return;
  const now = clock.now();
  const since = known.unsettledSince ?? new Date(now.getTime() - FIRST_LOOKBACK_MS);
  const payouts: Payouts = [];
  for await (const payout of listPayouts(stripe, destination, new Date(since.getTime() - CHANGEABLE_MS)))
    payouts.push({ payout, items: await readItems(stripe, destination, payout, known.reconciled) });
  await syncTransferredPayments(context, { provider, destination, payouts });
  // The oldest first, so that mails about them are in order.
  for (const { payout, items } of payouts.toReversed())
    await db.transaction().execute(async (tx) => {
      const hasArrived = await writePayout(tx, { provider, destination, payout, items, now });
      if (hasArrived) await notifyArrival(context, tx, known.accountId, payout);
    });
}

/** How long after its arrival a payout is news; the first sync of an account finds older ones. */
const NEWS_MS = 7 * DAY_MS;

async function notifyArrival(
  context: Context,
  tx: Executor,
  accountId: string,
  { amount, currency, arrivesAt }: PayoutSnapshot,
): Promise<void> {
  if (amount <= 0 || context.clock.now().getTime() - arrivesAt.getTime() > NEWS_MS) return;
  const link = `${context.publicUrl}/my/earnings?view=payouts`;
  const owner = await readContact(tx, accountId);
  await notify(context, tx, "payout-arrived", owner, { amount, currency, day: arrivesAt, link });
}

type Payouts = { payout: PayoutSnapshot; items: PayoutItem[] }[];

/** Reads the items of a payout unless they are stored completely. */
async function readItems(
  stripe: StripeConnection["stripe"],
  destination: string,
  { id, isItemized }: PayoutSnapshot,
  reconciled: ReadonlySet<string>,
): Promise<PayoutItem[]> {
  if (!isItemized || reconciled.has(id)) return [];
  const items = await Array.fromAsync(listPayoutItems(stripe, destination, id));
  return items.filter((item) => item !== undefined);
}

/** Stores the transfers of payments that the items name and that are not known yet. */
async function syncTransferredPayments(
  context: Context,
  { provider, destination, payouts }: { provider: ProviderName; destination: string; payouts: Payouts },
): Promise<void> {
  const items = payouts.flatMap((each) => each.items).filter(({ kind }) => kind === "PAID");
  const ids = items.map(({ transferPaymentId }) => transferPaymentId);
  const unknown = new Set(await listUnknownTransfers(context.db, provider, ids));
  const times = items.flatMap((item) =>
    unknown.has(item.transferPaymentId) ? [item.createdAt.getTime()] : [],
  );
  if (times.length === 0) return;
  const since = new Date(times.reduce((first, time) => Math.min(first, time)) - DAY_MS);
  const { stripe } = getStripeOf(context, { provider });
  const listed = await Array.fromAsync(listTransferredPayments(stripe, destination, since));
  const found = listed.filter((transfer) => transfer !== undefined);
  await writeTransferredPayments(context.db, provider, found);
}

/** Syncs the payouts of every account that received a transfer: a webhook may have been lost. */
export async function syncAllPayouts(context: Context, provider: ProviderName): Promise<void> {
  for (const destination of await listAccountsWithTransfers(context.db, provider)) {
    try {
      await syncPayouts(context, provider, destination);
    } catch (error) {
      context.log.error({ err: error, account: destination }, "payout sync failed");
      if (isProviderUnavailable(error)) return;
    }
  }
}
