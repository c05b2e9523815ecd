import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { getMySubscription, OwnSubscription, PaidPlan } from "@wrapsody/shared/subscriptions.ts";
import type { Context } from "../../platform/context.ts";
import { Failure } from "../../platform/failure.ts";
import { canTakePayments, setRenewal } from "../payments/index.ts";
import { orderReference, planPrice } from "./orders/order-reference.ts";
import { findOpenOrder, findOrder } from "./orders/orders.data.ts";
import { presentSubscription } from "./present.ts";
import { findCurrent, findPaid, type PaidRow } from "./subscriptions.data.ts";

/** What the caller pays for or was given, and the checkout that is open. */
export async function getSubscription(
  context: Context,
  accountId: string,
): Promise<AnswerOf<typeof getMySubscription>> {
  const { db, clock } = context;
  const now = clock.now();
  const current = await findCurrent(db, accountId, now);
  const open = await findOpenOrder(db, accountId);
  const isOpen = open !== undefined && new Date(open.expires_at) > now;
  return {
    is_payable: canTakePayments(context),
    current: current === undefined ? null : presentSubscription(current),
    open_order: isOpen ? { plan: open.plan, expires_at: open.expires_at } : null,
  };
}

type OwnPlanId = { id: string; accountId: string };

/**
 * Has nothing more paid for the caller's plan, which is kept until it expires. One that has ended is answered as it is.
 *
 * @throws Failure E0046 where it is not theirs or was given, E0048 where the provider does not answer
 */
export async function cancelPlan(context: Context, own: OwnPlanId): Promise<OwnSubscription> {
  const row = await requireOwnPlan(context, own);
  if (row.ended_at === null) await cancelUnlessEnded(context, own, row);
  return presentSubscription(await requireOwnPlan(context, own));
}

/**
 * Says what the caller's plan is renewed as when the paid period ends. Of two who say different things at once, the one that the
 * provider was told of last is right, and both are answered what it then says.
 *
 * @throws Failure E0046 where it is not theirs, was given, or has ended; E0048 where the provider does not answer
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

/** It may end at this very moment; then nothing is left to be cancelled. */
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
  await setRenewal(context, orderReference(order.id), plan && planPrice(plan, order.language));
}

async function requireOwnPlan({ db }: Context, { id, accountId }: OwnPlanId): Promise<PaidRow> {
  const number = /^\d{1,9}$/.test(id) ? Number(id) : undefined;
  const row = number === undefined ? undefined : await findPaid(db, { id: number, accountId });
  if (row === undefined) throw new Failure("E0046");
  return row;
}
