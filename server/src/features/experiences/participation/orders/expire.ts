import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { deleteSpot } from "@wrapsody/shared/experiences/participation.ts";
import { z } from "zod";
import type { Context } from "../../../../platform/context.ts";
import { Failure, notFound } from "../../../../platform/failure.ts";
import { job } from "../../../../platform/jobs/queue.ts";
import { closeCheckout } from "../../../payments/index.ts";
import { leaveAllWaitlists } from "../../phases/waitlist.ts";
import { applyToOrder } from "./apply-event.ts";
import { expireIfUnpaid } from "./checkout.ts";
import { orderReference } from "./order-code.ts";
import {
  findOrder,
  findOwnOrder,
  listOpenOrdersOfAccount,
  listOrdersAwaitingBuyer,
  listOverdueOrders,
  type OrderRow,
  postponeExpiry,
} from "./orders.data.ts";

/** A job with more orders than this enqueues itself again. */
const ORDERS_PER_RUN = 100;
/** Time until an open checkout that is overdue is looked up again. */
const RECHECK_AFTER_MS = 5 * 60 * 1000;

/**
 * Expires overdue orders: free ones that were not confirmed or got no photo in time, and unpaid ones whose checkout is
 * closed. Paid orders have no deadline.
 */
export const expireOrdersJob = job({
  name: "expire-places",
  sends: "payments",
  payload: z.object({}),
  tries: 3,
  cron: "* * * * *",
  run: expireOrders,
});

async function expireOrders(context: Context): Promise<void> {
  const { db, clock, queue } = context;
  const overdue = await listOverdueOrders(db, { now: clock.now(), limit: ORDERS_PER_RUN });
  for (const { id, state } of overdue) {
    if (state === "AWAITING_PAYMENT") await expireUnpaidOrder(context, id);
    else await applyToOrder(context, id, { type: "EXPIRED" });
  }
  if (overdue.length === ORDERS_PER_RUN)
    await queue.enqueue(db, expireOrdersJob, {}, { key: "expire-places" });
}

/** Postpones the order before asking the provider, so that one without an answer does not block the others. */
async function expireUnpaidOrder(context: Context, id: number): Promise<void> {
  const { db, clock, log } = context;
  await postponeExpiry(db, id, new Date(clock.now().getTime() + RECHECK_AFTER_MS));
  try {
    await expireIfUnpaid(context, id);
  } catch (error) {
    log.warn({ err: error, order: id }, "payment state unknown; keeping the spot reserved");
  }
}

/**
 * Cancels an unpaid order of the account and releases its spot; a repeat changes nothing. A payment that arrives at the
 * same time wins: it keeps the spot or is refunded before this returns.
 *
 * @throws Failure E0001 if the order is not the account's, E0032 if it is paid or fulfilled, E0037 if the provider does not
 * answer; the spot stays reserved and the call can be repeated
 */
export async function cancelOrder(
  context: Context,
  { exposedId, accountId }: { exposedId: string; accountId: string },
): Promise<AnswerOf<typeof deleteSpot>> {
  const order = await findOwnOrder(context.db, { exposedId, accountId });
  if (order === undefined) throw notFound();
  if (order.state === "AWAITING_PAYMENT") await cancelUnpaidOrder(context, order);
  else await applyToOrder(context, order.id, { type: "CANCELLED" });
  const current = await findOrder(context.db, order.id);
  if (current?.state !== "EXPIRED" && current?.state !== "REFUNDED")
    throw new Failure("E0032", { message: NOT_CANCELLABLE });
  return {};
}

const NOT_CANCELLABLE = "This spot is already paid or complete, and can’t be cancelled.";

/** Without a checkout the order ends first, which `openOrderCheckout` checks; a checkout opened until then is closed. */
async function cancelUnpaidOrder(context: Context, { id }: OrderRow): Promise<void> {
  const state = await closeCheckout(context, orderReference(id));
  if (state === "PAID" || state === "REFUNDED") return;
  await applyToOrder(context, id, { type: "CANCELLED" });
  if (state === undefined) await closeCheckout(context, orderReference(id));
}

/**
 * Ends the orders of a deleted campaign that wait for their buyer, and refunds the paid ones. Orders that are being paid
 * end, or are refunded, when the provider reports the result.
 */
export const cancelOrdersOfDeletedJob = job({
  name: "end-orders-of-deleted",
  payload: z.object({ campaignId: z.number().int() }),
  tries: 25,
  run: async (context, { campaignId }) => {
    const ids = await listOrdersAwaitingBuyer(context.db, campaignId, ORDERS_PER_RUN);
    for (const id of ids) await applyToOrder(context, id, { type: "CAMPAIGN_DELETED" });
    if (ids.length === ORDERS_PER_RUN)
      await context.queue.enqueue(context.db, cancelOrdersOfDeletedJob, { campaignId });
  },
});

/** An order may become paid while it is ended; then it is ended again as a paid one. */
const MAX_ROUNDS = 3;

/**
 * Ends the unfinished orders of an account that is about to be deleted, and its places on waitlists: closes open checkouts, releases the spots, and
 * refunds paid orders that wait for a photo. A payment that arrives at the same time is refunded, or completes its artwork.
 *
 * @throws Failure E0048 if the payment provider does not answer; the call can be repeated
 */
export async function endOrdersOfAccount(context: Context, accountId: string): Promise<void> {
  await leaveAllWaitlists(context, accountId);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const orders = await listOpenOrdersOfAccount(context.db, accountId);
    if (orders.length === 0) return;
    for (const { id, state } of orders) {
      const payment =
        state === "AWAITING_PAYMENT" ? await closeCheckout(context, orderReference(id)) : undefined;
      if (payment !== "PAID") await applyToOrder(context, id, { type: "ACCOUNT_DELETED" });
    }
  }
}
