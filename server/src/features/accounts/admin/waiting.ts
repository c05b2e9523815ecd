import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { type getWaiting, MAX_WAITING, waitingKinds } from "@wrapsody/shared/operations/waiting.ts";
import type { Context } from "../../../platform/context.ts";
import { countFailedJobs } from "../../../platform/jobs/queued-jobs.data.ts";
import { accountPorts } from "../ports.ts";

/** Counts what waits for an administrator in all features. */
export async function countWaiting(context: Context): Promise<AnswerOf<typeof getWaiting>> {
  const [jobs, ...parts] = await Promise.all([
    countFailedJobs(context.db, MAX_WAITING),
    ...accountPorts().administration.flatMap(({ countWaiting: count }) => count?.(context) ?? []),
  ]);
  const waiting = { reviews: 0, changes: 0, reports: 0, payments: 0, holds: 0, jobs };
  for (const part of parts)
    for (const kind of waitingKinds) waiting[kind] = Math.min(MAX_WAITING, waiting[kind] + (part[kind] ?? 0));
  return waiting;
}
