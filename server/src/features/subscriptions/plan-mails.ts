import { planEntitlements } from "@wrapsody/shared/payments/plan-entitlements.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import { notify } from "../../platform/mail/notify.ts";
import { type Contact, readContact } from "../accounts/index.ts";
import { planPageUrl } from "./orders/order-reference.ts";
import type { PlanState } from "./plan-state.ts";
import type { SubscriptionRow } from "./subscriptions.data.ts";

const { PREMIUM: premium, FREE: free } = planEntitlements;

export async function mailPlanStarted(
  context: Context,
  tx: Executor,
  { accountId, state }: { accountId: string; state: PlanState },
): Promise<void> {
  const { plan, priceCents, expiresAt: until } = state;
  await notify(context, tx, "plan-started", await readContact(tx, accountId), {
    plan,
    priceCents,
    until,
    next: nextPeriod(state),
    premium,
    free,
    link: planPageUrl(context),
  });
}

/** Mails the changes of a plan. A successful renewal sends no mail. */
export async function mailPlanChanges(
  context: Context,
  tx: Executor,
  { row, state }: { row: SubscriptionRow; state: PlanState },
): Promise<void> {
  if (state.endedAt !== null) return mailPlanEnded(context, tx, row.account_id);
  const owner = await readContact(tx, row.account_id);
  const link = planPageUrl(context);
  if (state.isUnpaid && !row.is_unpaid && !state.isCanceled)
    await notify(context, tx, "plan-payment-failed", owner, { keptUntil: keptUntil(context, state), link });
  if (state.renewsAs !== row.renews_as) await mailRenewalChanged(context, tx, { row, state, owner });
}

async function mailRenewalChanged(
  context: Context,
  tx: Executor,
  { row, state, owner }: { row: SubscriptionRow; state: PlanState; owner: Contact | undefined },
): Promise<void> {
  const link = planPageUrl(context);
  const next = nextPeriod(state);
  if (next === null)
    return notify(context, tx, "plan-cancelled", owner, { keptUntil: keptUntil(context, state), link });
  const isResumed = row.renews_as === null && next.plan === state.plan;
  return notify(context, tx, isResumed ? "plan-resumed" : "plan-period-changed", owner, { next, link });
}

export async function mailPlanEnded(context: Context, tx: Executor, accountId: string): Promise<void> {
  const owner = await readContact(tx, accountId);
  await notify(context, tx, "plan-ended", owner, { free, link: planPageUrl(context) });
}

function nextPeriod({ renewsAs, nextPriceCents, expiresAt }: PlanState) {
  if (renewsAs === null || nextPriceCents === null) return null;
  return { plan: renewsAs, day: expiresAt, priceCents: nextPriceCents };
}

/** Returns null if nothing is left of the period that the account keeps its plan. */
function keptUntil({ clock }: Context, state: PlanState): Date | null {
  return state.keptUntil > clock.now() ? state.keptUntil : null;
}
