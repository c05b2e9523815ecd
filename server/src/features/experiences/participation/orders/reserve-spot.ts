import { MAX_OPEN_ORDERS, RESERVATION_S } from "@wrapsody/shared/participation.ts";
import { platformFee } from "@wrapsody/shared/subscriptions.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { Failure } from "../../../../platform/failure.ts";
import { createExposedId, deriveOrderCode, hashOrderCode } from "../../../payments/index.ts";
import { isPremium } from "../../../subscriptions/index.ts";
import { lockCapacity } from "../spots.data.ts";
import { releaseSpots, reserveSpots } from "../spots.ts";
import type { Offer } from "./offers.data.ts";
import { insertOrder, listOpenOrders, markEnded, type OrderRow } from "./orders.data.ts";

/** Whose place, and the wallet that it is bound to. */
export type Buyer = { accountId: string; wallet: string };

/**
 * Reserves a place, in the caller's transaction; whoever holds one for the wallet that is not finished gets that again.
 * The campaign is held first, so that of two who ask at the same instant the second finds what the first has reserved.
 * Answers the number of the order.
 *
 * @throws Failure E0032 where the experience is not active, E0033 where no place is left, E0045 for who holds too many
 */
export async function reserveSpot(
  context: Context,
  tx: Executor,
  { offer, taker }: { offer: Offer; taker: Buyer },
): Promise<number> {
  const { id: campaignId } = offer;
  const now = context.clock.now();
  await lockCapacity(tx, campaignId);
  const held = await listOpenOrders(tx, { campaignId, accountId: taker.accountId });
  const mine = held.find(({ wallet }) => wallet === taker.wallet);
  if (mine !== undefined && !isReservationExpired(mine, now)) return mine.id;
  if (mine !== undefined) {
    await markEnded(tx, mine.id, { state: "EXPIRED", failedBy: "E0040" });
    await releaseSpots(tx, { campaignId, count: 1 });
  } else if (held.length >= MAX_OPEN_ORDERS) throw new Failure("E0045");
  await reserveSpots(tx, { campaignId, count: 1 });
  return insertReservation(context, tx, { offer, taker, now });
}

/** A free place whose time is over. Of one that is to be paid for, the payment's provider knows whether it is. */
export function isReservationExpired(
  { state, expires_at }: Pick<OrderRow, "state" | "expires_at">,
  now: Date,
): boolean {
  const isFree = state === "RESERVED" || state === "NEEDS_MATERIAL";
  return isFree && isPastExpiry({ expires_at }, now);
}

export function isPastExpiry({ expires_at }: Pick<OrderRow, "expires_at">, now: Date): boolean {
  return expires_at !== null && new Date(expires_at) <= now;
}

async function insertReservation(
  context: Context,
  tx: Executor,
  { offer, taker, now }: { offer: Offer; taker: Buyer; now: Date },
): Promise<number> {
  const exposedId = createExposedId();
  return insertOrder(tx, {
    ...taker,
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

/** The part of the price that the house keeps, by the plan that the publisher has now. */
async function computeFee(db: Executor, { cost_cents, owner_id }: Offer, now: Date): Promise<number> {
  const paysLess = owner_id !== null && (await isPremium(db, owner_id, now));
  return platformFee(cost_cents, paysLess ? "PREMIUM" : "FREE");
}
