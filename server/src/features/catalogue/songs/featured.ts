import { z } from "zod";
import { job } from "../../../platform/jobs/queue.ts";
import { featureNext, lockAndCountFeatured } from "./featured.data.ts";

/** Wraps on the front page. */
const FEATURED_COUNT = 2;
/** Milliseconds that a wrap stays featured. */
const FEATURED_MS = 24 * 60 * 60 * 1000;

/** Features wraps of premium publishers in turn. Without premium publishers the last featured wraps stay. */
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
