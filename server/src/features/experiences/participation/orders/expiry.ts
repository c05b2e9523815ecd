import { z } from "zod";
import type { Context } from "../../../../platform/context.ts";
import { job } from "../../../../platform/queue.ts";
import { releasePlaces } from "../places.ts";
import { expireFree, type Lapsed, listLapsed } from "./expiry.data.ts";
import { settleLapsed } from "./lapse.ts";
import { postpone } from "./orders.data.ts";

/** Orders that are looked at in one run; for more it enqueues itself. */
const chunk = 100;
/** Milliseconds until a checkout that is still open after its time is asked for again. */
const patience = 5 * 60 * 1000;

/**
 * Gives back the places that nobody took in time: free ones that were not confirmed, free ones whose photos did not
 * come, and paid ones whose checkout is over. What was paid for is kept.
 */
export const expirePlacesJob = job({
  name: "expire-places",
  payload: z.object({}),
  tries: 3,
  cron: "* * * * *",
  run: expirePlaces,
});

async function expirePlaces(context: Context): Promise<void> {
  const { db, clock, queue } = context;
  const lapsed = await listLapsed(db, { now: clock.now(), limit: chunk });
  const unpaid = lapsed.filter(({ state }) => state === "AWAITING_PAYMENT");
  const free = lapsed.filter(({ state }) => state !== "AWAITING_PAYMENT");
  for (const [campaignId, orders] of Map.groupBy(free, (order) => order.campaignId)) {
    await releaseFree(context, campaignId, orders);
  }
  for (const { id } of unpaid) await releaseUnpaid(context, id);
  if (lapsed.length === chunk) await queue.enqueue(db, expirePlacesJob, {}, { key: "expire-places" });
}

async function releaseFree(
  { db, clock }: Context,
  campaignId: number,
  orders: readonly Lapsed[],
): Promise<void> {
  const ids = orders.map(({ id }) => id);
  await db.transaction().execute(async (tx) => {
    const count = await expireFree(tx, { campaignId, ids, now: clock.now() });
    if (count > 0) await releasePlaces(tx, { campaignId, count });
  });
}

/** Looked at again later before anybody is asked, so that one whose provider does not answer holds up none behind it. */
async function releaseUnpaid(context: Context, id: number): Promise<void> {
  const { db, clock, log } = context;
  await postpone(db, id, new Date(clock.now().getTime() + patience));
  try {
    await settleLapsed(context, id);
  } catch (error) {
    log.warn({ err: error, order: id }, "nobody can tell whether a place is paid for; it is kept for now");
  }
}
