import type { alarmKinds } from "@wrapsody/shared/operations/alarms.ts";
import type { Context } from "../../platform/context.ts";
import type { FeatureGauge, FeatureHealth, HealthIssue } from "../../platform/health/health.ts";
import { findBlockedOrders } from "./admin/order-directory.ts";
import { countStuckPayments, readEventBacklog, readLastReconciliation } from "./health.data.ts";

const MINUTE_MS = 60_000;
/** Events are applied within seconds, and enqueued again after 10 minutes if their job died. */
const EVENT_OVERDUE_MS = 15 * MINUTE_MS;
/** A reconciliation runs every day; its retries take less than two hours. */
const RECONCILIATION_OVERDUE_MS = 26 * 60 * MINUTE_MS;

type PaymentIssue = HealthIssue & { kind: (typeof alarmKinds.payments)[number] };

/** Reports unapplied events, a late reconciliation and payments that need attention. */
export function paymentHealth(context: Context): FeatureHealth {
  return {
    part: "payments",
    alarmsPerInstance: true,
    issues: () => findIssues(context),
    gauges: [
      eventsGauge(context),
      oldestEventGauge(context),
      reconciliationGauge(context),
      stuckGauge(context),
    ],
  };
}

async function findIssues(context: Context): Promise<PaymentIssue[]> {
  const { db, clock } = context;
  const now = clock.now().getTime();
  const issues: PaymentIssue[] = [];
  for (const { provider: of, oldest: since } of await readEventBacklog(db))
    if (now - Date.parse(since) > EVENT_OVERDUE_MS)
      issues.push({ part: "payments", of, kind: "EVENTS_WAITING", since });
  // No money moves in the simulator, and a preview is often switched off at night.
  const last = context.config.payments.stripe && (await readLastReconciliation(db, "STRIPE"));
  if (last !== undefined && now - Date.parse(last) > RECONCILIATION_OVERDUE_MS)
    issues.push({ part: "payments", of: "STRIPE", kind: "RECONCILIATION_LATE", since: last });
  for (const { provider: of, since } of await countStuckPayments(db, await findBlockedOrders(context, db)))
    issues.push({ part: "payments", of, kind: "PAYMENTS_STUCK", since });
  return issues;
}

const eventsGauge = ({ db }: Context): FeatureGauge => ({
  name: "wrapsody_payment_events_waiting",
  help: "Events of the payment provider that were not applied yet.",
  labels: ["provider"],
  async read() {
    const backlog = await readEventBacklog(db);
    return backlog.map(({ provider, count }) => ({ labels: { provider }, value: count }));
  },
});

const oldestEventGauge = ({ db, clock }: Context): FeatureGauge => ({
  name: "wrapsody_payment_events_oldest_seconds",
  help: "Time for which the oldest of those has waited.",
  labels: ["provider"],
  async read() {
    const backlog = await readEventBacklog(db);
    return backlog.map(({ provider, oldest }) => ({
      labels: { provider },
      value: ageSeconds(oldest, clock.now()),
    }));
  },
});

const reconciliationGauge = ({ db, clock, config }: Context): FeatureGauge => ({
  name: "wrapsody_payment_reconciliation_age_seconds",
  help: "Time since the last reconciliation with the payment provider.",
  labels: ["provider"],
  async read() {
    const provider = config.payments.stripe === undefined ? "SANDBOX" : "STRIPE";
    const last = await readLastReconciliation(db, provider);
    return last === undefined ? [] : [{ labels: { provider }, value: ageSeconds(last, clock.now()) }];
  },
});

const stuckGauge = (context: Context): FeatureGauge => ({
  name: "wrapsody_payments_stuck",
  help: "Payments that need the attention of an administrator.",
  labels: ["provider"],
  async read() {
    const stuck = await countStuckPayments(context.db, await findBlockedOrders(context, context.db));
    return stuck.map(({ provider, count }) => ({ labels: { provider }, value: count }));
  },
});

function ageSeconds(since: string, now: Date): number {
  return Math.max(0, (now.getTime() - Date.parse(since)) / 1_000);
}
