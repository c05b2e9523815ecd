import { PHOTO_DEADLINE_S } from "@wrapsody/shared/experiences/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { Failure } from "../../../../platform/failure.ts";
import { emitWebhookEvent } from "../../../accounts/index.ts";
import { type OrderHandler, refundPayment } from "../../../payments/index.ts";
import { addEarnedEntry, reverseEntry } from "../../../rewards/index.ts";
import { isCodeFree } from "../../codes/redeem.data.ts";
import { insertNotice, type NoticeKind } from "../../earnings/digests.data.ts";
import { advanceWaitlist } from "../../phases/waitlist.ts";
import { drawParticipants } from "../artworks/draw.ts";
import { releaseSpots, reserveSpots } from "../spots.ts";
import { orderReference, parseOrderReference } from "./order-code.ts";
import { orderDirectory } from "./order-directory.data.ts";
import { sendOrderMail } from "./order-mails.ts";
import { deletePhotos, lockOrder, markRefunded, type OrderRow, updateOrderState } from "./orders.data.ts";
import { lacksPhotos } from "./photos.data.ts";
import { sendReceipt } from "./receipts.ts";
import { type Change, type OrderEvent, type OrderFacts, type OrderState, transition } from "./transition.ts";

type OrderResult = { state: OrderState; isRefundDue: boolean };

/**
 * Applies an event to a locked order (`lockOrder`), in the caller's transaction: writes the new state, releases the spot,
 * draws the artwork, books points, and enqueues mails and refunds. Events that no longer apply change nothing.
 *
 * After PAID a due refund is the caller's: the payment's own transaction starts it when `onPaid` returns REFUND.
 */
export async function applyOrderEvent(
  context: Context,
  tx: Executor,
  order: OrderRow,
  event: OrderEvent,
): Promise<OrderResult> {
  const result = await runTransition(context, tx, order, event);
  if (event.type === "PAID" && result.state !== order.state && !result.isRefundDue) {
    await emitOrderPaid(context, tx, order);
    await recordNotice(tx, order, "SALE");
    await sendReceipt(context, tx, order);
  }
  if (result.isRefundDue && event.type !== "PAID") {
    await refundPayment(context, tx, { ...orderReference(order.id), reason: describeRefund(order, event) });
  }
  return result;
}

/** Sends `order.paid` to the publisher of the wrap. */
function emitOrderPaid(context: Context, tx: Executor, order: OrderRow): Promise<void> {
  const { exposed_id, campaign_id, total_cents, fee_cents, owner_id: accountId } = order;
  const data = {
    order_id: exposed_id,
    experience_id: campaign_id,
    amount_cents: total_cents,
    fee_cents,
    paid_at: context.clock.now().toISOString(),
  };
  return emitWebhookEvent(context, tx, { accountId, type: "order.paid", data });
}

/** Notifies the publisher of a sale, or of the refund of an order that was one. */
async function recordNotice(tx: Executor, order: OrderRow, kind: NoticeKind): Promise<void> {
  const { campaign_id: campaignId, owner_id: accountId, total_cents: amountCents } = order;
  if (amountCents > 0) await insertNotice(tx, { campaignId, accountId, kind, amountCents });
}

function describeRefund({ campaign }: OrderRow, { type }: OrderEvent): string {
  if (type === "ACCOUNT_DELETED") return "The buyer deleted their account.";
  return campaign === "DELETED" ? "The experience was deleted." : "No combinations were left.";
}

/** Locks an order and applies an event to it, in a transaction of its own. */
export async function applyToOrder(context: Context, id: number, event: OrderEvent): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, id);
    if (order !== undefined) await applyOrderEvent(context, tx, order, event);
  });
}

/** Repeats for the events that drawing and reserving a spot result in. */
async function runTransition(
  context: Context,
  tx: Executor,
  order: OrderRow,
  event: OrderEvent,
): Promise<OrderResult> {
  const outcome = transition(await readFacts(context, tx, order), event);
  switch (outcome.type) {
    case "IGNORE":
      return { state: order.state, isRefundDue: outcome.isRefundDue };
    case "RESERVE_SPOT":
      return runTransition(context, tx, order, await tryReserveSpot(tx, order));
    case "DRAW":
      return runTransition(context, tx, order, await drawArtwork(context, tx, order));
    case "CHANGE":
      await persistChange(context, tx, order, outcome);
      return { state: outcome.state, isRefundDue: outcome.money === "REFUND" };
  }
}

async function readFacts(context: Context, tx: Executor, order: OrderRow): Promise<OrderFacts> {
  const { id, campaign_id: campaignId, state, campaign, total_cents, refunded_at, expires_at } = order;
  return {
    state,
    campaign,
    hasPrice: total_cents > 0,
    isOverdue: expires_at !== null && new Date(expires_at) <= context.clock.now(),
    lacksPhotos: await lacksPhotos(tx, { orderId: id, campaignId }),
    isAbandoned: order.account_id === null,
    isRefundRecorded: refunded_at !== null,
  };
}

async function tryReserveSpot(
  tx: Executor,
  { campaign_id: campaignId, phase_id: phaseId, code_id: codeId }: OrderRow,
): Promise<OrderEvent> {
  if (codeId !== null && !(await isCodeFree(tx, codeId))) return { type: "SPOT_DENIED", code: "E0088" };
  try {
    await reserveSpots(tx, { campaignId, count: 1, phaseId });
    return { type: "SPOT_RESERVED" };
  } catch (error) {
    if (error instanceof Failure) return { type: "SPOT_DENIED", code: error.code };
    throw error;
  }
}

async function drawArtwork(context: Context, tx: Executor, order: OrderRow): Promise<OrderEvent> {
  const { id, campaign_id: campaignId } = order;
  const { left } = await drawParticipants(context, tx, { campaignId, orders: [id] });
  return { type: left.length === 0 ? "DRAWN" : "DRAW_EXHAUSTED" };
}

async function persistChange(context: Context, tx: Executor, order: OrderRow, change: Change): Promise<void> {
  const now = context.clock.now();
  const { id, campaign_id: campaignId } = order;
  const { state, failedBy } = change;
  // A further photo extends the deadline, so NEEDS_MATERIAL is written again.
  if (state !== order.state || state === "NEEDS_MATERIAL")
    await updateOrderState(tx, id, { state, failedBy, now, expiresAt: getDeadline(order, state, now) });
  if (state === "EXPIRED" || state === "REFUNDED") await deletePhotos(tx, id);
  if (change.spot === "RELEASE") {
    await releaseSpots(tx, { campaignId, count: 1 });
    await advanceWaitlist(context, tx, campaignId);
  }
  if (change.money === "RECORD_REFUND") await markRefunded(tx, id, now);
  if (change.points === "AWARD") await awardPoints(context, tx, order, now);
  if (change.points === "REVERSE") await reversePoints(tx, order, now);
  if (change.mail === "REFUND" && (order.state === "FULFILLED" || order.state === "NEEDS_MATERIAL"))
    await recordNotice(tx, order, "REFUND");
  await sendOrderMail(context, tx, order, change);
}

/** Paid orders wait for their photos without a deadline. */
function getDeadline({ total_cents }: OrderRow, state: OrderState, now: Date): Date | null {
  const hasDeadline = state === "NEEDS_MATERIAL" && total_cents === 0;
  return hasDeadline ? new Date(now.getTime() + PHOTO_DEADLINE_S * 1000) : null;
}

/** Returns the points of a confirmed order. Owners earn none with their own wraps. */
export function earnedPoints({ account_id, owner_id, reward_points, refunded_at }: OrderRow): number {
  return account_id === null || account_id === owner_id || refunded_at !== null ? 0 : reward_points;
}

async function awardPoints(context: Context, tx: Executor, order: OrderRow, now: Date): Promise<void> {
  const { account_id: accountId, song_id: songId } = order;
  const points = earnedPoints(order);
  if (accountId === null || points === 0) return;
  const entry = { accountId, songId, key: ledgerKey(order), kind: "PARTICIPATION", points, now } as const;
  await addEarnedEntry(context, tx, entry);
}

/** Reverses the points of an order as far as they are not spent. */
async function reversePoints(tx: Executor, order: OrderRow, now: Date): Promise<void> {
  const { account_id: accountId, song_id: songId } = order;
  if (accountId !== null) await reverseEntry(tx, { accountId, songId, key: ledgerKey(order), now });
}

const ledgerKey = ({ id }: OrderRow) => `participation ${id}`;

/**
 * Tells participation orders what happened to their payments. The calls may come repeatedly and in any order: the state of
 * the order decides what is left to do.
 */
export const participationOrderHandler: OrderHandler = {
  directory: orderDirectory,
  async onPaid(context, tx, reference) {
    const result = await applyToReference(context, tx, reference, { type: "PAID" });
    return result === undefined || result.isRefundDue ? "REFUND" : "FULFILLED";
  },
  async onExpired(context, tx, reference) {
    await applyToReference(context, tx, reference, { type: "EXPIRED" });
  },
  async onRefunded(context, tx, reference) {
    await applyToReference(context, tx, reference, { type: "REFUNDED" });
  },
};

/** Returns undefined if there is no such order. */
async function applyToReference(
  context: Context,
  tx: Executor,
  reference: string,
  event: OrderEvent,
): Promise<OrderResult | undefined> {
  const id = parseOrderReference(reference);
  const order = id === undefined ? undefined : await lockOrder(tx, id);
  return order && applyOrderEvent(context, tx, order, event);
}
