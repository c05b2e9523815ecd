import { z } from "zod";
import { job } from "../../../platform/jobs/queue.ts";
import { featureNext, lockAndCountFeatured } from "./featured.data.ts";

/** The two that the front page shows. */
const FEATURED_COUNT = 2;
/** Milliseconds that a wrap is among the featured ones before others take its place. */
const FEATURED_MS = 24 * 60 * 60 * 1000;

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
    const since = new Date(now.getTime() - FEATURED_MS);
    await db.transaction().execute(async (tx) => {
      const missing = FEATURED_COUNT - (await lockAndCountFeatured(tx, since));
      if (missing > 0) await featureNext(tx, { now, since, count: missing });
    });
  },
});
