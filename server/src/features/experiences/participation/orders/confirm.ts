import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import {
  type Order,
  participationTexts,
  type postPaymentConfirm,
} from "@wrapsody/shared/experiences/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import { Failure } from "../../../../platform/failure.ts";
import { hasAmountMismatch, refreshPaymentState } from "../../../payments/index.ts";
import { presentParticipant } from "../../public/campaigns.ts";
import { applyToOrder, earnedPoints } from "./apply-event.ts";
import { isPastExpiry } from "./create-order.ts";
import { assertActive, type OrderCredentials, orderReference, requireOrderByCode } from "./order-code.ts";
import { findParticipantOfOrder, type OrderRow } from "./orders.data.ts";

/**
 * Confirms an order by its code and returns it with its artwork. Every repeat returns the same, on any device.
 *
 * @throws Failure E0035 for a wrong code or order, E0086 if photos are missing, E0039 while it is not paid, E0040 if it
 * expired, E0033 if it was sold out, E0001 if the campaign was deleted
 */
export async function confirmOrder(
  context: Context,
  credentials: OrderCredentials,
): Promise<AnswerOf<typeof postPaymentConfirm>> {
  const before = await requireOrderByCode(context, credentials);
  if (before.state === "RESERVED") await applyToOrder(context, before.id, { type: "CONFIRMED" });
  if (mayBePaid(before)) await syncPaidOrder(context, before);
  const order = await requireOrderByCode(context, credentials);
  await assertRightAmount(context, order);
  assertActive(order);
  if (order.state === "NEEDS_MATERIAL") throw new Failure("E0086");
  if (order.state !== "FULFILLED") throw new Failure("E0039");
  const key = { campaignId: order.campaign_id, orderId: order.id };
  const participant = await findParticipantOfOrder(context.db, key);
  return {
    order: presentOrder(order),
    participant: participant === undefined ? null : presentParticipant(participant),
  };
}

/** E0040 usually says that nothing was charged, which is wrong after a payment of another amount. @throws Failure E0040 */
async function assertRightAmount({ db }: Context, { id, state, total_cents }: OrderRow): Promise<void> {
  if (state === "EXPIRED" && total_cents > 0 && (await hasAmountMismatch(db, orderReference(id))))
    throw new Failure("E0040", { message: participationTexts.otherAmount });
}

/** An expired order is included: a late payment gets another spot or a refund. */
function mayBePaid({ state, total_cents }: OrderRow): boolean {
  return state === "AWAITING_PAYMENT" || (state === "EXPIRED" && total_cents > 0);
}

/** `refreshPaymentState` applies the provider's answer; an order whose checkout was never opened expires by its deadline. */
async function syncPaidOrder(context: Context, order: OrderRow): Promise<void> {
  const state = await refreshPaymentState(context, orderReference(order.id));
  const isUnopened = state === undefined && isPastExpiry(order, context.clock.now());
  if (state === "EXPIRED" || isUnopened) await applyToOrder(context, order.id, { type: "EXPIRED" });
}

function presentOrder(order: OrderRow): Order {
  const { exposed_id, completed_at, refunded_at, total_cents, wallet, campaign_id } = order;
  return {
    exposed_id,
    completed_at,
    refunded_at,
    total: total_cents / 100,
    wallet_address: wallet,
    song_campaign_id: campaign_id,
    points_earned: earnedPoints(order),
  };
}
