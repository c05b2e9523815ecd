import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type {
  getMySubscription,
  OwnSubscription,
  PaidPlan,
} from "@wrapsody/shared/payments/subscriptions.ts";
import { canTakePayments } from "../../platform/config/config.ts";
import type { Context } from "../../platform/context.ts";
import { Failure } from "../../platform/failure.ts";
import { setRenewal } from "../payments/index.ts";
import { orderReference, planPrice } from "./orders/order-reference.ts";
import { findOpenOrder, findOrder } from "./orders/orders.data.ts";
import { presentSubscription } from "./plan-state.ts";
import { findCurrent, findPaid, type PaidRow } from "./subscriptions.data.ts";

/** Returns the caller's bought or granted plan and their open checkout. */
export async function getSubscription(
  context: Context,
  accountId: string,
): Promise<AnswerOf<typeof getMySubscription>> {
  const { db, clock } = context;
  const now = clock.now();
  const current = await findCurrent(db, accountId, now);
  const openOrder = await findOpenOrder(db, accountId);
  const isOpen = openOrder !== undefined && new Date(openOrder.expires_at) > now;
  return {
    is_payable: canTakePayments(context.config),
    current: current === undefined ? null : presentSubscription(current),
    open_order: isOpen ? { plan: openOrder.plan, expires_at: openOrder.expires_at } : null,
  };
}

type OwnPlanId = { id: string; accountId: string };

/**
 * Cancels the caller's plan, which is kept until it expires. An ended plan is returned as it is.
 *
 * @throws Failure E0046 if the plan is not theirs or was granted, E0048 if the provider does not answer
 */
export async function cancelPlan(context: Context, own: OwnPlanId): Promise<OwnSubscription> {
  const row = await requireOwnPlan(context, own);
  if (row.ended_at === null) await cancelUnlessEnded(context, own, row);
  return presentSubscription(await requireOwnPlan(context, own));
}

/**
 * Sets what the caller's plan renews as when the paid period ends. Of concurrent calls the one that reaches the provider last wins, and
 * all return the provider's state.
 *
 * @throws Failure E0046 if the plan is not theirs, was granted, or has ended; E0048 if the provider does not answer
 */
export async function changeRenewal(
  context: Context,
  { plan, ...own }: OwnPlanId & { plan: PaidPlan },
): Promise<OwnSubscription> {
  await setProviderRenewal(context, await requireOwnPlan(context, own), plan);
  const row = await requireOwnPlan(context, own);
  if (row.ended_at !== null) throw new Failure("E0046");
  return presentSubscription(row);
}

/** Ignores the error if the plan has ended meanwhile: nothing is left to cancel. */
async function cancelUnlessEnded(context: Context, own: OwnPlanId, row: PaidRow): Promise<void> {
  try {
    await setProviderRenewal(context, row, null);
  } catch (error) {
    if ((await requireOwnPlan(context, own)).ended_at === null) throw error;
  }
}

async function setProviderRenewal(
  context: Context,
  { order_id }: PaidRow,
  plan: PaidPlan | null,
): Promise<void> {
  const order = await findOrder(context.db, order_id);
  if (order === undefined) throw new Error(`there is no order ${order_id}`);
  await setRenewal(context, orderReference(order.id), plan && planPrice(context, plan, order.language));
}

async function requireOwnPlan({ db }: Context, { id, accountId }: OwnPlanId): Promise<PaidRow> {
  const number = /^\d{1,9}$/.test(id) ? Number(id) : undefined;
  const row = number === undefined ? undefined : await findPaid(db, { id: number, accountId });
  if (row === undefined) throw new Failure("E0046");
  return row;
}
