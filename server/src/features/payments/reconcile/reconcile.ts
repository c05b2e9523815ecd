import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { findPaymentId, listPaymentsMatching } from "../payments.data.ts";
import { syncReadyPayoutAccounts } from "../payouts/payout-accounts.ts";
import type { ListedCheckout, Provider } from "../provider.ts";
import { findProvider } from "../providers.ts";
import { listActiveSubscriptions } from "../subscriptions/subscriptions.data.ts";
import { deleteEventsBefore } from "../webhooks/events.data.ts";
import {
  findLatestReconciliation,
  insertReconciliation,
  listPaymentsMissingAtProvider,
  listUnfinishedPayments,
} from "./reconcile.data.ts";
import { createReconciliation, type Reconciliation, reconcilePayment } from "./reconcile-payment.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Milliseconds that are compared back, whatever is written here: what a broken webhook could have left behind. */
const LOOKBACK_MS = 3 * DAY_MS;
/** Milliseconds back that what went back to its payers is looked for where nothing was ever compared. */
const FIRST_REVERSAL_LOOKBACK_MS = 90 * DAY_MS;
/** Milliseconds that events are kept. */
const EVENT_RETENTION_MS = 90 * DAY_MS;
const PAGE_SIZE = 200;

/** Compares the payments with the provider; what differs is carried out, and what nobody here knows is reported. */
export const reconcilePaymentsJob = job({
  name: "reconcile-payments",
  payload: z.object({}),
  tries: 5,
  cron: "23 4 * * *",
  async run(context) {
    const provider = findProvider(context);
    if (provider !== undefined) {
      await reconcile(context, provider);
      await syncReadyPayoutAccounts(context, provider.name);
    }
    await deleteEventsBefore(context.db, new Date(context.clock.now().getTime() - EVENT_RETENTION_MS));
  },
});

async function reconcile(context: Context, provider: Provider): Promise<void> {
  const { db, clock, log } = context;
  const { name } = provider;
  const startedAt = clock.now();
  const before = new Date(startedAt.getTime() - LOOKBACK_MS);
  const last = await findLatestReconciliation(db, name);
  const comparison = createReconciliation(context, startedAt);
  await reconcileCheckouts(comparison, provider, before);
  const listed = [...comparison.compared, ...comparison.failed];
  await reconcilePayments(
    comparison,
    await listPaymentsMissingAtProvider(db, { provider: name, from: before, to: startedAt, listed }),
  );
  await reconcilePages(comparison, (after) =>
    listUnfinishedPayments(db, { provider: name, before, after, limit: PAGE_SIZE }),
  );
  await reconcilePages(comparison, (after) =>
    listActiveSubscriptions(db, { provider: name, after, limit: PAGE_SIZE }),
  );
  await reconcileReversals(comparison, provider, reversalsSince(startedAt, last));
  await reconcilePayments(comparison, last?.failed ?? []);
  const { compared, repaired, failed, strangers } = comparison;
  const tally = { compared: compared.size, repaired: repaired.size, failed: [...failed], strangers };
  await insertReconciliation(db, { provider: name, ...tally, startedAt, finishedAt: clock.now() });
  if (strangers.length > 0)
    log.error({ strangers }, "the provider took money for checkouts that nobody here knows");
}

/** Since the last comparison that came to its end, and no less than is compared anyway. */
function reversalsSince(startedAt: Date, last: { started_at: string } | undefined): Date {
  const seen =
    last === undefined ? startedAt.getTime() - FIRST_REVERSAL_LOOKBACK_MS : Date.parse(last.started_at);
  return new Date(Math.min(seen, startedAt.getTime() - LOOKBACK_MS));
}

async function reconcileCheckouts(
  comparison: Reconciliation,
  provider: Provider,
  since: Date,
): Promise<void> {
  const { db } = comparison.context;
  for await (const listed of provider.listCheckouts(since)) {
    const { sessionId, paymentId, readSnapshot } = listed;
    const about = { sessionId, ...(paymentId === null ? {} : { paymentId }) };
    const id = await findPaymentId(db, provider.name, about);
    if (id !== undefined) await reconcilePayment(comparison, id, readSnapshot);
    else if (await isPaid(listed)) comparison.strangers.push(sessionId);
  }
}

async function isPaid({ readSnapshot }: ListedCheckout): Promise<boolean> {
  return (await readSnapshot())?.checkout === "PAID";
}

/** What was paid at any time goes back by a date of its own. */
async function reconcileReversals(
  comparison: Reconciliation,
  provider: Provider,
  since: Date,
): Promise<void> {
  const { db } = comparison.context;
  for await (const about of provider.listReversals(since))
    await reconcilePayments(comparison, await listPaymentsMatching(db, provider.name, about));
}

/** By their keys, page after page. */
async function reconcilePages(
  comparison: Reconciliation,
  page: (after: string) => Promise<string[]>,
): Promise<void> {
  for (let after: string | undefined = "00000000-0000-0000-0000-000000000000"; after !== undefined; ) {
    const ids: string[] = await page(after);
    await reconcilePayments(comparison, ids);
    after = ids.length < PAGE_SIZE ? undefined : ids.at(-1);
  }
}

async function reconcilePayments(comparison: Reconciliation, ids: readonly string[]): Promise<void> {
  for (const id of ids) await reconcilePayment(comparison, id);
}
