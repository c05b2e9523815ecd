import { z } from "zod";
import { job } from "../../../platform/jobs/queue.ts";
import { insertWeeklyMails } from "./follower-mails.data.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MONDAY = 1;
/** Accounts per transaction. */
const BATCH_SIZE = 500;

/** Returns the last whole week, from Monday to Monday in UTC. */
function lastWeek(now: Date): { from: Date; until: Date } {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const until = midnight - ((now.getUTCDay() - MONDAY + 7) % 7) * DAY_MS;
  return weekFrom(new Date(until - 7 * DAY_MS));
}

export function weekFrom(from: Date): { from: Date; until: Date } {
  return { from, until: new Date(from.getTime() + 7 * DAY_MS) };
}

/** Plans the weekly mails on Mondays. A repeat plans none twice. */
export const planWeeklyDigestsJob = job({
  name: "plan-weekly-digests",
  payload: z.object({}),
  tries: 25,
  priority: "bulk",
  cron: "7 7 * * 1",
  async run({ db, clock }) {
    const now = clock.now();
    let after: string | undefined;
    do {
      const batch = { ...lastWeek(now), after, limit: BATCH_SIZE, now };
      after = await insertWeeklyMails(db, batch);
    } while (after !== undefined);
  },
});
