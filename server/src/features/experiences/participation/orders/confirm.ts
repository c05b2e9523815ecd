import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import { type Order, participationTexts, type postPaymentConfirm } from "@wrapsody/shared/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import { Failure } from "../../../../platform/failure.ts";
import { lookUpPayment, tookOtherAmount } from "../../../payments/index.ts";
import { presentParticipant } from "../../campaigns.ts";
import { releasePlaces } from "../places.ts";
import { findParticipantOf } from "./confirm.data.ts";
import { advance } from "./fulfil.ts";
import { expireUnpaid } from "./lapse.ts";
import { lockOrder, markEnded, type OrderRow } from "./orders.data.ts";
import { paymentOf } from "./payment.ts";
import { type Proof, provenOrder, requireLiving } from "./proven.ts";
import { isLapsed, isOver } from "./reserve.ts";

/**
 * Confirms an order by its code, and answers the same to every repeat, from wherever it comes.
 *
 * @throws Failure E0035 for a wrong code or order, E0086 where photos are missing, E0039 as long as it is not paid for,
 * E0040 where its time is over, E0033 where nothing was left, E0001 where the campaign is gone
 */
export async function confirmOrder(
  context: Context,
  proof: Proof,
): Promise<AnswerOf<typeof postPaymentConfirm>> {
  const known = await provenOrder(context, proof);
  const { id } = known;
  if (known.state === "RESERVED") await confirmFree(context, id);
  if (mayBePaid(known)) await confirmPaid(context, known);
  const order = await provenOrder(context, proof);
  await requireRightAmount(context, order);
  requireLiving(order);
  if (order.state === "NEEDS_MATERIAL") throw new Failure("E0086");
  if (order.state !== "FULFILLED") throw new Failure("E0039");
  const found = await findParticipantOf(context.db, { campaignId: order.campaign_id, orderId: id });
  return { order: presentOrder(order), participant: found === undefined ? null : presentParticipant(found) };
}

/** Whoever was charged is not told that nothing was. @throws Failure E0040 */
async function requireRightAmount({ db }: Context, { id, state, total_cents }: OrderRow): Promise<void> {
  if (state === "EXPIRED" && total_cents > 0 && (await tookOtherAmount(db, paymentOf(id))))
    throw new Failure("E0040", { message: participationTexts.otherAmount });
}

async function confirmFree(context: Context, id: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, id);
    if (order === undefined || order.state !== "RESERVED" || order.isDeleted) return;
    if (!isLapsed(order, context.clock.now())) return void (await advance(context, tx, order));
    await markEnded(tx, id, { state: "EXPIRED", failedBy: "E0040" });
    await releasePlaces(tx, { campaignId: order.campaign_id, count: 1 });
  });
}

/** Also where the place was given back meanwhile: what was paid all the same gets another one, or is paid back. */
function mayBePaid({ state, total_cents }: OrderRow): boolean {
  return state === "AWAITING_PAYMENT" || (state === "EXPIRED" && total_cents > 0);
}

/** What the provider says is carried out by `lookUpPayment`; a checkout that was never opened is over with its time. */
async function confirmPaid(context: Context, order: OrderRow): Promise<void> {
  const state = await lookUpPayment(context, paymentOf(order.id));
  const isUnopened = state === undefined && isOver(order, context.clock.now());
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
