import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type {
  getOpenOrders,
  getOwnOrders,
  OrderArtwork,
  OrderRefund,
  OwnOrder,
} from "@wrapsody/shared/experiences/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import { notFound } from "../../../../platform/failure.ts";
import { presentParticipant } from "../../public/campaigns.ts";
import { findOffer, type Offer } from "./offers.data.ts";
import { assertActive, confirmationUrl, type OrderCredentials, requireOrderByCode } from "./order-code.ts";
import {
  findParticipantOfOrder,
  hasFailedArtwork,
  listOpenOrderRows,
  listOwnOrderRows,
  type OrderRow,
  type OwnOrderRow,
} from "./orders.data.ts";
import { toRefundReason } from "./transition.ts";

/** Fulfilled or refunded orders that are listed at most. */
const MAX_FINISHED_ORDERS = 3;

/**
 * Lists the caller's orders of an experience, so that a buyer who paid and lost the way back finds them on any device. Does
 * not ask the provider, so a payment made moments ago may still be pending.
 *
 * @throws Failure E0001 if the experience is not public
 */
export async function listOwnOrders(
  context: Context,
  { reference, accountId }: { reference: string; accountId: string },
): Promise<AnswerOf<typeof getOwnOrders>> {
  const offer = await findOffer(context.db, reference);
  if (offer === undefined) throw notFound();
  const rows = await listOwnOrderRows(context.db, {
    campaignId: offer.id,
    accountId,
    finished: MAX_FINISHED_ORDERS,
  });
  return { data: rows.map((row) => presentOwnOrder(context, offer, row)) };
}

/** Lists the caller's open orders of all experiences with a public page. A reservation that has expired is not listed. */
export async function listOpenOrders(
  { db, clock }: Context,
  accountId: string,
): Promise<AnswerOf<typeof getOpenOrders>> {
  const rows = await listOpenOrderRows(db, { accountId, now: clock.now() });
  return { data: rows.map(({ total_cents, ...order }) => ({ ...order, total: total_cents / 100 })) };
}

function presentOwnOrder(context: Context, { id, pretty_id }: Offer, row: OwnOrderRow): OwnOrder {
  const { state, wallet, exposed_id, created_at, expires_at } = row;
  return {
    exposed_id,
    state,
    wallet_address: wallet,
    created_at,
    expires_at,
    ...presentRefund(row),
    discount: row.discount_cents / 100,
    page: confirmationUrl(context, { exposed_id, campaign_id: id, pretty_id }),
  };
}

type RefundColumns = "state" | "failed_by" | "total_cents" | "refunded_at";

function presentRefund(order: Pick<OrderRow, RefundColumns>): OrderRefund {
  const { state, failed_by, total_cents, refunded_at } = order;
  const isRefunded = state === "REFUNDED" || refunded_at !== null;
  return {
    total: total_cents / 100,
    paid_back_for: isRefunded ? toRefundReason(failed_by) : null,
    refunded_at,
  };
}

/** Returns an order's refund, also if the order ended. @throws Failure E0035 for a wrong code or order */
export async function readRefund(context: Context, credentials: OrderCredentials): Promise<OrderRefund> {
  return presentRefund(await requireOrderByCode(context, credentials));
}

/**
 * Returns an order's artwork; null until it is drawn.
 *
 * @throws Failure E0035 for a wrong code or order, and what `assertActive` throws
 */
export async function readArtwork(context: Context, credentials: OrderCredentials): Promise<OrderArtwork> {
  const order = await requireOrderByCode(context, credentials);
  assertActive(order);
  const key = { campaignId: order.campaign_id, orderId: order.id };
  const participant = await findParticipantOfOrder(context.db, key);
  const failed = await hasFailedArtwork(context.db, key);
  return { participant: participant === undefined ? null : presentParticipant(participant), failed };
}
