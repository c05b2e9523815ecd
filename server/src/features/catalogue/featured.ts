import { z } from "zod";
import { job } from "../../platform/queue.ts";
import { countFeatured, featureNext } from "./featured.data.ts";

/** The two that the front page shows. */
const featured = 2;
/** Milliseconds that a wrap is among the featured ones before others take its place. */
const turn = 24 * 60 * 60 * 1000;

/**
 * Features wraps of publishers with a premium plan in turn: those that never were, or longest ago, come first. Where nobody has such a
 * plan, what was featured last stays.
 */
export const featureWrapsJob = job({
  name: "feature-wraps",
  payload: z.object({}),
  tries: 3,
  cron: "27 * * * *",
  run: async ({ db, clock }) => {
    const now = clock.now();
    const since = new Date(now.getTime() - turn);
    await db.transaction().execute(async (tx) => {
      const missing = featured - (await countFeatured(tx, since));
      if (missing > 0) await featureNext(tx, { now, since, count: missing });
    });
  },
});
