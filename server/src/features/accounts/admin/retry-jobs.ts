import type { Device } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { hasQueuedJob, retryFailedJobs } from "../../../platform/jobs/queued-jobs.data.ts";
import { recordEvent, recordOperatorEvent } from "../privacy/security-events.ts";

/**
 * Runs a failed job, or all failed jobs of a name, again. `administrator` is undefined on the command line.
 *
 * @throws Failure E0001 for an unknown job, E0005 for one that has not failed
 */
export async function retryJobs(
  context: Pick<Context, "db" | "clock">,
  {
    administrator,
    which,
  }: {
    administrator: { accountId: string; device: Device } | undefined;
    which: { id: string } | { name: string };
  },
): Promise<{ retried: number }> {
  return context.db.transaction().execute(async (tx) => {
    const retried = await retryFailedJobs(tx, which);
    if (retried.length === 0 && "id" in which)
      throw (await hasQueuedJob(tx, which.id)) ? new Failure("E0005") : notFound();
    for (const { name, count } of retried) {
      const kind = "jobs-retried";
      const detail = { job: name, jobs: count };
      if (administrator === undefined) await recordOperatorEvent(context, tx, { kind, detail });
      else {
        const by = administrator.accountId;
        await recordEvent(context, tx, { ...administrator, kind, detail: { ...detail, by } });
      }
    }
    return { retried: retried.reduce((sum, { count }) => sum + count, 0) };
  });
}
