import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { findPaymentId, listPaymentsMatching } from "../payments.data.ts";
import { syncReadyPayoutAccounts } from "../payouts/payout-accounts.ts";
import { syncAllPayouts } from "../payouts/payouts.ts";
import { type CheckoutSnapshot, isProviderUnavailable, type ListedCheckout } from "../provider.ts";
import { listSessions } from "../stripe/checkout.ts";
import { findStripe, type StripeConnection } from "../stripe/connection.ts";
import { listReversals } from "../stripe/reversals.ts";
import { listActiveSubscriptions } from "../subscriptions/subscriptions.data.ts";
import { syncPayment } from "../sync/sync-payment.ts";
import { deleteEventsBefore } from "../webhooks/events.data.ts";
import {
  findLatestReconciliation,
  insertReconciliation,
  listPaymentsMissingAtProvider,
  listUnfinishedPayments,
} from "./reconcile.data.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How far back checkouts are compared whatever their state here: as long as a broken webhook may go unnoticed. */
const LOOKBACK_MS = 3 * DAY_MS;
/** How far back the first reconciliation looks for refunds and disputes. */
const FIRST_REVERSAL_LOOKBACK_MS = 90 * DAY_MS;
const EVENT_RETENTION_MS = 90 * DAY_MS;
const PAGE_SIZE = 200;
/** As many failures in a row mean that the provider is down, not that single payments have a problem. */
const MAX_UNAVAILABLE_IN_A_ROW = 5;

/** Compares the payments with the provider, applies the differences and reports paid checkouts without a payment. */
export const reconcilePaymentsJob = job({
  name: "reconcile-payments",
  sends: "payments",
  payload: z.object({}),
  tries: 5,
  cron: "23 4 * * *",
  async run(context) {
    const connection = findStripe(context);
    if (connection !== undefined) {
      await reconcileConnection(context, connection);
      await syncReadyPayoutAccounts(context, connection.name);
      await syncAllPayouts(context, connection.name);
    }
    await deleteEventsBefore(context.db, new Date(context.clock.now().getTime() - EVENT_RETENTION_MS));
  },
});

/** The progress of one reconciliation. Payments are named by their ids. */
type ReconciliationRun = {
  context: Context;
  /** Counts as the time of everything the provider lists, so that a listed checkout never counts as newer than it is. */
  startedAt: Date;
  compared: Set<string>;
  repaired: Set<string>;
  failed: Set<string>;
  /** Paid checkouts that belong to no payment here. */
  strangers: string[];
  unavailableInARow: number;
};

async function reconcileConnection(context: Context, connection: StripeConnection): Promise<void> {
  const { db, clock, log } = context;
  const { name } = connection;
  const startedAt = clock.now();
  const before = new Date(startedAt.getTime() - LOOKBACK_MS);
  const latest = await findLatestReconciliation(db, name);
  const run: ReconciliationRun = {
    context,
    startedAt,
    compared: new Set(),
    repaired: new Set(),
    failed: new Set(),
    strangers: [],
    unavailableInARow: 0,
  };
  await reconcileCheckouts(run, connection, before);
  const listed = [...run.compared, ...run.failed];
  await reconcilePayments(
    run,
    await listPaymentsMissingAtProvider(db, { provider: name, from: before, to: startedAt, listed }),
  );
  await reconcilePages(run, (after) =>
    listUnfinishedPayments(db, { provider: name, before, after, limit: PAGE_SIZE }),
  );
  await reconcilePages(run, (after) =>
    listActiveSubscriptions(db, { provider: name, after, limit: PAGE_SIZE }),
  );
  await reconcileReversals(run, connection, reversalsSince(startedAt, latest));
  await reconcilePayments(run, latest?.failed ?? []);
  const { compared, repaired, failed, strangers } = run;
  await insertReconciliation(db, {
    provider: name,
    compared: compared.size,
    repaired: repaired.size,
    failed: [...failed],
    strangers,
    startedAt,
    finishedAt: clock.now(),
  });
  if (strangers.length > 0) log.error({ strangers }, "paid checkouts without a payment");
}

/** Returns the start of the last finished reconciliation, but at least `LOOKBACK_MS` back. */
function reversalsSince(startedAt: Date, latest: { started_at: string } | undefined): Date {
  const since =
    latest === undefined ? startedAt.getTime() - FIRST_REVERSAL_LOOKBACK_MS : Date.parse(latest.started_at);
  return new Date(Math.min(since, startedAt.getTime() - LOOKBACK_MS));
}

async function reconcileCheckouts(
  run: ReconciliationRun,
  { name, stripe }: StripeConnection,
  since: Date,
): Promise<void> {
  const { db } = run.context;
  for await (const listed of listSessions(stripe, since)) {
    const { sessionId, paymentId, readSnapshot } = listed;
    const references = { sessionId, ...(paymentId === null ? {} : { paymentId }) };
    const id = await findPaymentId(db, name, references);
    if (id !== undefined) await reconcilePayment(run, id, readSnapshot);
    else if (await isPaid(listed)) run.strangers.push(sessionId);
  }
}

async function isPaid({ readSnapshot }: ListedCheckout): Promise<boolean> {
  return (await readSnapshot())?.checkout === "PAID";
}

/** Reconciles payments by the dates of their refunds and disputes, however old the payments are. */
async function reconcileReversals(
  run: ReconciliationRun,
  { name, stripe }: StripeConnection,
  since: Date,
): Promise<void> {
  const { db } = run.context;
  for await (const references of listReversals(stripe, since))
    await reconcilePayments(run, await listPaymentsMatching(db, name, references));
}

/** Reads ids page by page (keyset pagination) and reconciles them. */
async function reconcilePages(
  run: ReconciliationRun,
  listPage: (after: string) => Promise<string[]>,
): Promise<void> {
  for (let after: string | undefined = "00000000-0000-0000-0000-000000000000"; after !== undefined; ) {
    const ids: string[] = await listPage(after);
    await reconcilePayments(run, ids);
    after = ids.length < PAGE_SIZE ? undefined : ids.at(-1);
  }
}

async function reconcilePayments(run: ReconciliationRun, ids: readonly string[]): Promise<void> {
  for (const id of ids) await reconcilePayment(run, id);
}

/**
 * Reconciles one payment, once per run. A failure does not stop the run.
 *
 * @param readSnapshot returns what the provider listed of it, to save a request
 * @throws Failure E0048 if the provider appears to be down
 */
async function reconcilePayment(
  run: ReconciliationRun,
  id: string,
  readSnapshot?: () => Promise<CheckoutSnapshot | undefined>,
): Promise<void> {
  const { context, startedAt: askedAt, compared, repaired, failed } = run;
  if (compared.has(id)) return;
  try {
    const snapshot = await readSnapshot?.();
    if (await syncPayment(context, id, snapshot && { snapshot, askedAt })) repaired.add(id);
    compared.add(id);
    failed.delete(id);
    run.unavailableInARow = 0;
  } catch (error) {
    recordFailure(run, id, error);
  }
}

function recordFailure(run: ReconciliationRun, id: string, error: unknown): void {
  run.unavailableInARow = isProviderUnavailable(error) ? run.unavailableInARow + 1 : 0;
  if (run.unavailableInARow >= MAX_UNAVAILABLE_IN_A_ROW) throw error;
  run.failed.add(id);
  run.context.log.error({ err: error, payment: id }, "payment reconciliation failed");
}
