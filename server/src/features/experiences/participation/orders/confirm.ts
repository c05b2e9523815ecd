import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import { type Order, participationTexts, type postPaymentConfirm } from "@wrapsody/shared/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import { Failure } from "../../../../platform/failure.ts";
import { hasAmountMismatch, refreshPaymentState } from "../../../payments/index.ts";
import { presentParticipant } from "../../public/campaigns.ts";
import { releaseSpots } from "../spots.ts";
import { findParticipantOfOrder } from "./confirm.data.ts";
import { expireUnpaid } from "./expire-unpaid.ts";
import { fulfilOrder } from "./fulfil.ts";
import { assertActive, type OrderCredentials, requireOrderByCode } from "./order-code.ts";
import { orderReference } from "./order-reference.ts";
import { lockOrder, markEnded, type OrderRow } from "./orders.data.ts";
import { isPastExpiry, isReservationExpired } from "./reserve-spot.ts";

/**
 * Confirms an order by its code, and answers the same to every repeat, from wherever it comes.
 *
 * @throws Failure E0035 for a wrong code or order, E0086 where photos are missing, E0039 as long as it is not paid for,
 * E0040 where its time is over, E0033 where nothing was left, E0001 where the campaign is gone
 */
export async function confirmOrder(
  context: Context,
  proof: OrderCredentials,
): Promise<AnswerOf<typeof postPaymentConfirm>> {
  const known = await requireOrderByCode(context, proof);
  const { id } = known;
  if (known.state === "RESERVED") await confirmFreeOrder(context, id);
  if (mayBePaid(known)) await syncPaidOrder(context, known);
  const order = await requireOrderByCode(context, proof);
  await assertRightAmount(context, order);
  assertActive(order);
  if (order.state === "NEEDS_MATERIAL") throw new Failure("E0086");
  if (order.state !== "FULFILLED") throw new Failure("E0039");
  const found = await findParticipantOfOrder(context.db, { campaignId: order.campaign_id, orderId: id });
  return { order: presentOrder(order), participant: found === undefined ? null : presentParticipant(found) };
}

/** Whoever was charged is not told that nothing was. @throws Failure E0040 */
async function assertRightAmount({ db }: Context, { id, state, total_cents }: OrderRow): Promise<void> {
  if (state === "EXPIRED" && total_cents > 0 && (await hasAmountMismatch(db, orderReference(id))))
    throw new Failure("E0040", { message: participationTexts.otherAmount });
}

async function confirmFreeOrder(context: Context, id: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, id);
    if (order === undefined || order.state !== "RESERVED" || order.isDeleted) return;
    if (!isReservationExpired(order, context.clock.now()))
      return void (await fulfilOrder(context, tx, order));
    await markEnded(tx, id, { state: "EXPIRED", failedBy: "E0040" });
    await releaseSpots(tx, { campaignId: order.campaign_id, count: 1 });
  });
}

/** Also where the place was given back meanwhile: what was paid all the same gets another one, or is paid back. */
function mayBePaid({ state, total_cents }: OrderRow): boolean {
  return state === "AWAITING_PAYMENT" || (state === "EXPIRED" && total_cents > 0);
}

/** What the provider says is carried out by `refreshPaymentState`; a checkout that was never opened is over with its time. */
async function syncPaidOrder(context: Context, order: OrderRow): Promise<void> {
  const state = await refreshPaymentState(context, orderReference(order.id));
  const isUnopened = state === undefined && isPastExpiry(order, context.clock.now());
  if (state === "EXPIRED" || isUnopened) await expireUnpaid(context, order.id);
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
  };
}
