import { z } from "zod";
import type { Context } from "../../../../platform/context.ts";
import { job } from "../../../../platform/jobs/queue.ts";
import { releaseSpots } from "../spots.ts";
import { expireFree, listOverdueOrders, type OverdueOrder } from "./expire.data.ts";
import { expireIfUnpaid } from "./expire-unpaid.ts";
import { postponeExpiry } from "./orders.data.ts";

/** Orders that are looked at in one run; for more it enqueues itself. */
const ORDERS_PER_RUN = 100;
/** Milliseconds until a checkout that is still open after its time is asked for again. */
const RECHECK_AFTER_MS = 5 * 60 * 1000;

/**
 * Gives back the places that nobody took in time: free ones that were not confirmed, free ones whose photos did not
 * come, and paid ones whose checkout is over. What was paid for is kept.
 */
export const expireOrdersJob = job({
  name: "expire-places",
  payload: z.object({}),
  tries: 3,
  cron: "* * * * *",
  run: expireOrders,
});

async function expireOrders(context: Context): Promise<void> {
  const { db, clock, queue } = context;
  const lapsed = await listOverdueOrders(db, { now: clock.now(), limit: ORDERS_PER_RUN });
  const unpaid = lapsed.filter(({ state }) => state === "AWAITING_PAYMENT");
  const free = lapsed.filter(({ state }) => state !== "AWAITING_PAYMENT");
  for (const [campaignId, orders] of Map.groupBy(free, (order) => order.campaignId)) {
    await expireFreeOrders(context, campaignId, orders);
  }
  for (const { id } of unpaid) await expireUnpaidOrder(context, id);
  if (lapsed.length === ORDERS_PER_RUN)
    await queue.enqueue(db, expireOrdersJob, {}, { key: "expire-places" });
}

async function expireFreeOrders(
  { db, clock }: Context,
  campaignId: number,
  orders: readonly OverdueOrder[],
): Promise<void> {
  const ids = orders.map(({ id }) => id);
  await db.transaction().execute(async (tx) => {
    const count = await expireFree(tx, { campaignId, ids, now: clock.now() });
    if (count > 0) await releaseSpots(tx, { campaignId, count });
  });
}

/** Looked at again later before anybody is asked, so that one whose provider does not answer holds up none behind it. */
async function expireUnpaidOrder(context: Context, id: number): Promise<void> {
  const { db, clock, log } = context;
  await postponeExpiry(db, id, new Date(clock.now().getTime() + RECHECK_AFTER_MS));
  try {
    await expireIfUnpaid(context, id);
  } catch (error) {
    log.warn({ err: error, order: id }, "nobody can tell whether a place is paid for; it is kept for now");
  }
}
