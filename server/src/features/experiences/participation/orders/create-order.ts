import {
  MAX_OPEN_ORDERS,
  participationTexts,
  RESERVATION_S,
} from "@wrapsody/shared/experiences/participation.ts";
import { discountedCents } from "@wrapsody/shared/experiences/spot-codes.ts";
import { platformFee } from "@wrapsody/shared/payments/plan-entitlements.ts";
import { withIdempotencyKey } from "../../../../platform/api/idempotency.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { Failure, notFound } from "../../../../platform/failure.ts";
import {
  createExposedId,
  deriveOrderCode,
  hashOrderCode,
  refreshPaymentState,
} from "../../../payments/index.ts";
import { isPremium } from "../../../subscriptions/index.ts";
import { assertSameCode, requireUsableCode, type UsableCode } from "../../codes/redeem.ts";
import { type OrderTerms, reserveOnTerms } from "../../phases/terms.ts";
import { parseOwnWallet } from "../own-wallet.ts";
import { lockCapacity } from "../spots.data.ts";
import { applyOrderEvent } from "./apply-event.ts";
import { expireIfUnpaid, openOrderCheckout } from "./checkout.ts";
import { findOffer, type Offer } from "./offers.data.ts";
import { confirmationUrl, orderReference } from "./order-code.ts";
import { findOrder, insertOrder, listOpenOrders, lockOrder, type OrderRow } from "./orders.data.ts";
import { assertSamePrice, type PriceRequest, priceOrder } from "./price.ts";

type CreateOrderInput = {
  reference: string;
  accountId: string;
  /** Null to keep the artwork for the account. */
  wallet: string | null;
  price: PriceRequest;
  /** A code that gives a discount, as typed. */
  code?: string | undefined;
  key: string | undefined;
};
/** The account and the wallet that the spot is bound to. */
type Buyer = { accountId: string; wallet: string | null };
/** Order as a buyer requests it. */
type SpotRequest = { offer: Offer; buyer: Buyer; price: PriceRequest; code: string | undefined };

/**
 * Reserves a spot in an experience and returns where to continue: the provider's checkout, or the confirmation page if the
 * experience is free. A repeat with the same key leads to the same order while that is open.
 *
 * @throws Failure E0001 if there is no such experience, E0007 for an invalid wallet, amount or code, and what `reserveSpot`,
 * `refreshPaymentState` and `openCheckout` throw
 */
export async function createOrder(context: Context, input: CreateOrderInput): Promise<{ redirect: string }> {
  const { reference, accountId, price, code, key } = input;
  const offer = await findOffer(context.db, reference);
  if (offer === undefined) throw notFound(participationTexts.noWallet);
  const { network } = offer;
  const wallet =
    input.wallet === null
      ? null
      : await parseOwnWallet(context, { accountId, network, wallet: input.wallet });
  const buyer = { accountId, wallet };
  const entered = [buyer.wallet, price, ...(code === undefined ? [] : [code])];
  const repeatable = { accountId, call: `POST payment/${offer.id}`, key, input: entered };
  const request = { offer, buyer, price, code };
  const id = await withIdempotencyKey(context, repeatable, (tx) => reserveSpot(context, tx, request));
  return { redirect: await nextUrl(context, await activeOrder(context, request, id)) };
}

/** A buyer who has paid, and returns before the provider's webhook, must not be led to pay again. */
async function nextUrl(context: Context, order: OrderRow): Promise<string> {
  if (order.state !== "AWAITING_PAYMENT") return confirmationUrl(context, order);
  const payment = await refreshPaymentState(context, orderReference(order.id));
  const isOpen = payment === undefined || payment === "OPEN";
  return isOpen ? openOrderCheckout(context, order) : confirmationUrl(context, order);
}

/** Returns the order, or a new one if it expired: a repeated call must not lead to a dead link. */
async function activeOrder(context: Context, request: SpotRequest, id: number): Promise<OrderRow> {
  const order = await readOrder(context, id);
  const isOverdue = order.state === "AWAITING_PAYMENT" && isPastExpiry(order, context.clock.now());
  if (!isOverdue) return renewIfExpired(context, request, order);
  await expireIfUnpaid(context, id);
  return renewIfExpired(context, request, await readOrder(context, id));
}

async function renewIfExpired(context: Context, request: SpotRequest, order: OrderRow): Promise<OrderRow> {
  const hasEnded = order.state === "EXPIRED" || order.state === "REFUNDED";
  if (!hasEnded && !isReservationExpired(order, context.clock.now())) return order;
  const id = await context.db.transaction().execute((tx) => reserveSpot(context, tx, request));
  return readOrder(context, id);
}

async function readOrder({ db }: Context, id: number): Promise<OrderRow> {
  const order = await findOrder(db, id);
  if (order === undefined) throw new Error(`order ${id} not found`);
  return order;
}

/**
 * Reserves a spot in the caller's transaction and returns the order's id; an open order for the same wallet, or without one, is
 * returned instead. Locks the campaign first, so that the second of two concurrent calls finds the order of the first.
 *
 * @throws Failure E0032 if the experience is not active or no phase is open, E0033 if no spot is left, E0034 if the account is not
 * admitted, E0045 for too many open orders, E0007 for an amount below the minimum or other than that of the open order, and for a code that
 * can't be used
 */
async function reserveSpot(context: Context, tx: Executor, request: SpotRequest): Promise<number> {
  const { offer, buyer, price, code: typed } = request;
  const { id: campaignId } = offer;
  const now = context.clock.now();
  await lockCapacity(tx, campaignId);
  const open = await listOpenOrders(tx, { campaignId, accountId: buyer.accountId });
  const own = open.find(({ wallet }) => wallet === buyer.wallet);
  if (own !== undefined && !isReservationExpired(own, now)) {
    assertSamePrice(own, price);
    if (typed !== undefined) await assertSameCode(context, tx, { campaignId, codeId: own.code_id, typed });
    return own.id;
  }
  if (own === undefined && open.length >= MAX_OPEN_ORDERS) throw new Failure("E0045");
  if (own !== undefined) {
    const expired = await lockOrder(tx, own.id);
    if (expired !== undefined) await applyOrderEvent(context, tx, expired, { type: "EXPIRED" });
  }
  const { accountId } = buyer;
  const code =
    typed === undefined ? undefined : await requireUsableCode(context, tx, { campaignId, accountId, typed });
  const terms = await reserveOnTerms(context, tx, { offer, accountId, isInvited: code !== undefined, now });
  const cost = computeCost({ offer, terms, code }, price);
  return insertReservation(context, tx, { offer, buyer, phaseId: terms.phaseId, cost, code, now });
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

type Cost = { totalCents: number; discountCents: number };

/** With phases, the price or the minimum is that of the phase. A fan who chooses to pay more than what is left of the minimum gets a smaller discount. */
function computeCost(
  { offer, terms, code }: { offer: Offer; terms: OrderTerms; code: UsableCode | undefined },
  price: PriceRequest,
): Cost {
  const { costCents } = terms;
  const minimumCents = code === undefined ? costCents : discountedCents(costCents, code.discount);
  const totalCents = priceOrder({ pricing: offer.pricing, minimumCents }, price);
  return { totalCents, discountCents: Math.max(0, costCents - totalCents) };
}

type Reservation = {
  offer: Offer;
  buyer: Buyer;
  phaseId: number | null;
  cost: Cost;
  code: UsableCode | undefined;
  now: Date;
};

async function insertReservation(
  context: Context,
  tx: Executor,
  { offer, buyer, phaseId, cost: { totalCents, discountCents }, code, now }: Reservation,
): Promise<number> {
  const exposedId = createExposedId();
  return insertOrder(tx, {
    ...buyer,
    exposed_id: exposedId,
    code_hash: hashOrderCode(deriveOrderCode(context, { kind: "PARTICIPATION", exposedId })),
    campaign_id: offer.id,
    phase_id: phaseId,
    code_id: code?.id ?? null,
    total_cents: totalCents,
    discount_cents: discountCents,
    fee_cents: await computeFee(tx, { costCents: totalCents, ownerId: offer.owner_id }, now),
    payee_id: offer.owner_id,
    now,
    expiresAt: new Date(now.getTime() + RESERVATION_S * 1000),
  });
}

/** Returns the platform's part of the price, by the publisher's current plan. */
async function computeFee(
  db: Executor,
  { costCents, ownerId }: { costCents: number; ownerId: string | null },
  now: Date,
): Promise<number> {
  const isPremiumOwner = ownerId !== null && (await isPremium(db, ownerId, now));
  return platformFee(costCents, isPremiumOwner ? "PREMIUM" : "FREE");
}
