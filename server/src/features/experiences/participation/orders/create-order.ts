import { MAX_OPEN_ORDERS, participationTexts, RESERVATION_S } from "@wrapsody/shared/participation.ts";
import { platformFee } from "@wrapsody/shared/plan-entitlements.ts";
import { withIdempotencyKey } from "../../../../platform/api/idempotency.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { Failure, notFound } from "../../../../platform/failure.ts";
import { addressErrorMessages, listLinkedWallets, parseAddress } from "../../../chain/index.ts";
import {
  createExposedId,
  deriveOrderCode,
  hashOrderCode,
  refreshPaymentState,
} from "../../../payments/index.ts";
import { isPremium } from "../../../subscriptions/index.ts";
import { lockCapacity } from "../spots.data.ts";
import { reserveSpots } from "../spots.ts";
import { mayParticipate } from "./access.ts";
import { applyOrderEvent } from "./apply-event.ts";
import { expireIfUnpaid, openOrderCheckout } from "./checkout.ts";
import { findOffer, type Offer } from "./offers.data.ts";
import { confirmationUrl, orderReference } from "./order-code.ts";
import { findOrder, insertOrder, listOpenOrders, lockOrder, type OrderRow } from "./orders.data.ts";

type CreateOrderInput = { reference: string; accountId: string; wallet: string; key: string | undefined };
/** The account and the wallet that the spot is bound to. */
type Buyer = { accountId: string; wallet: string };

/**
 * Reserves a spot in an experience and returns where to continue: the provider's checkout, or the confirmation page if the
 * experience is free. A repeat with the same key leads to the same order while that is open.
 *
 * @throws Failure E0001 if there is no such experience, E0007 for an invalid wallet, E0034 if the account is not invited,
 * and what `reserveSpot`, `refreshPaymentState` and `openCheckout` throw
 */
export async function createOrder(context: Context, input: CreateOrderInput): Promise<{ redirect: string }> {
  const { reference, accountId, key } = input;
  const offer = await findOffer(context.db, reference);
  if (offer === undefined) throw notFound(participationTexts.noWallet);
  const buyer = { accountId, wallet: parseWallet(input.wallet) };
  await assertWalletOnNetwork(context, offer, buyer);
  if (!(await mayParticipate(context.db, offer, accountId))) throw new Failure("E0034");
  const repeatable = { accountId, call: `POST payment/${offer.id}`, key, input: buyer.wallet };
  const id = await withIdempotencyKey(context, repeatable, (tx) =>
    reserveSpot(context, tx, { offer, buyer }),
  );
  return { redirect: await nextUrl(context, await activeOrder(context, { offer, buyer, id })) };
}

/** A buyer who has paid, and returns before the provider's webhook, must not be led to pay again. */
async function nextUrl(context: Context, order: OrderRow): Promise<string> {
  if (order.state !== "AWAITING_PAYMENT") return confirmationUrl(context, order);
  const payment = await refreshPaymentState(context, orderReference(order.id));
  const isOpen = payment === undefined || payment === "OPEN";
  return isOpen ? openOrderCheckout(context, order) : confirmationUrl(context, order);
}

function parseWallet(text: string): string {
  const read = parseAddress(text);
  if (read.ok) return read.address;
  throw new Failure("E0007", { errors: [{ field: "wallet", message: addressErrorMessages[read.problem] }] });
}

/** A contract wallet of another network may have no owner on this one. @throws Failure E0007 */
async function assertWalletOnNetwork(
  { db }: Context,
  { network }: Offer,
  { accountId, wallet }: Buyer,
): Promise<void> {
  const links = (await listLinkedWallets(db, accountId)).filter(({ address }) => address === wallet);
  const isUsable = links.some((link) => link.network === undefined || link.network === network);
  if (links.length === 0 || isUsable) return;
  throw new Failure("E0007", {
    errors: [{ field: "wallet", message: participationTexts.walletOnOtherNetwork }],
  });
}

/** Returns the order, or a new one if it expired: a repeated call must not lead to a dead link. */
async function activeOrder(
  context: Context,
  { offer, buyer, id }: { offer: Offer; buyer: Buyer; id: number },
): Promise<OrderRow> {
  const order = await readOrder(context, id);
  const isOverdue = order.state === "AWAITING_PAYMENT" && isPastExpiry(order, context.clock.now());
  if (!isOverdue) return renewIfExpired(context, { offer, buyer, order });
  await expireIfUnpaid(context, id);
  return renewIfExpired(context, { offer, buyer, order: await readOrder(context, id) });
}

async function renewIfExpired(
  context: Context,
  { offer, buyer, order }: { offer: Offer; buyer: Buyer; order: OrderRow },
): Promise<OrderRow> {
  const hasEnded = order.state === "EXPIRED" || order.state === "REFUNDED";
  if (!hasEnded && !isReservationExpired(order, context.clock.now())) return order;
  const id = await context.db.transaction().execute((tx) => reserveSpot(context, tx, { offer, buyer }));
  return readOrder(context, id);
}

async function readOrder({ db }: Context, id: number): Promise<OrderRow> {
  const order = await findOrder(db, id);
  if (order === undefined) throw new Error(`order ${id} not found`);
  return order;
}

/**
 * Reserves a spot in the caller's transaction and returns the order's id; an open order for the same wallet is returned
 * instead. Locks the campaign first, so that the second of two concurrent calls finds the order of the first.
 *
 * @throws Failure E0032 if the experience is not active, E0033 if no spot is left, E0045 for too many open orders
 */
async function reserveSpot(
  context: Context,
  tx: Executor,
  { offer, buyer }: { offer: Offer; buyer: Buyer },
): Promise<number> {
  const { id: campaignId } = offer;
  const now = context.clock.now();
  await lockCapacity(tx, campaignId);
  const open = await listOpenOrders(tx, { campaignId, accountId: buyer.accountId });
  const own = open.find(({ wallet }) => wallet === buyer.wallet);
  if (own !== undefined && !isReservationExpired(own, now)) return own.id;
  if (own === undefined && open.length >= MAX_OPEN_ORDERS) throw new Failure("E0045");
  if (own !== undefined) {
    const expired = await lockOrder(tx, own.id);
    if (expired !== undefined) await applyOrderEvent(context, tx, expired, { type: "EXPIRED" });
  }
  await reserveSpots(tx, { campaignId, count: 1 });
  return insertReservation(context, tx, { offer, buyer, now });
}

/** Returns whether a free order is past its deadline. For paid ones only the provider knows. */
function isReservationExpired(
  { state, expires_at }: Pick<OrderRow, "state" | "expires_at">,
  now: Date,
): boolean {
  return (state === "RESERVED" || state === "NEEDS_MATERIAL") && isPastExpiry({ expires_at }, now);
}

export function isPastExpiry({ expires_at }: Pick<OrderRow, "expires_at">, now: Date): boolean {
  return expires_at !== null && new Date(expires_at) <= now;
}

async function insertReservation(
  context: Context,
  tx: Executor,
  { offer, buyer, now }: { offer: Offer; buyer: Buyer; now: Date },
): Promise<number> {
  const exposedId = createExposedId();
  return insertOrder(tx, {
    ...buyer,
    exposed_id: exposedId,
    code_hash: hashOrderCode(deriveOrderCode(context, { kind: "PARTICIPATION", exposedId })),
    campaign_id: offer.id,
    total_cents: offer.cost_cents,
    fee_cents: await computeFee(tx, offer, now),
    payee_id: offer.owner_id,
    now,
    expiresAt: new Date(now.getTime() + RESERVATION_S * 1000),
  });
}

/** Returns the platform's part of the price, by the publisher's current plan. */
async function computeFee(db: Executor, { cost_cents, owner_id }: Offer, now: Date): Promise<number> {
  const isPremiumOwner = owner_id !== null && (await isPremium(db, owner_id, now));
  return platformFee(cost_cents, isPremiumOwner ? "PREMIUM" : "FREE");
}
