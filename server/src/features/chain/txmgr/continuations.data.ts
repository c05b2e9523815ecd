import { type Executor, sql } from "../../../platform/database/database.ts";
import type { Outcome } from "./outcome.ts";

/** What was to follow on a thing that has now ended; `notified` where it has followed before. */
export type SettledRequest = { job: string | null; payload: unknown; notified: boolean };
export type SettledWithOutcome = { settled: SettledRequest; outcome: Outcome };

/** Those who wait for the chain are told as often as the queue tells anybody. */
const MAX_ATTEMPTS = 25;

/** Enqueues what follows, with the outcome, in the transaction that writes the outcome down. */
export async function enqueueContinuations(
  tx: Executor,
  ended: readonly SettledWithOutcome[],
): Promise<void> {
  const due = ended.filter(({ settled }) => settled.job !== null && !settled.notified);
  if (due.length === 0) return;
  const jobs = due.map(({ settled }) => settled.job);
  const payloads = due.map(({ settled, outcome }) =>
    JSON.stringify({ ...asObject(settled.payload), outcome }),
  );
  await sql`
    select from graphile_worker.add_jobs(array(
      select row(job, payload::json, null, null, ${MAX_ATTEMPTS}::smallint, null, null, null)::graphile_worker.job_spec
      from unnest(${jobs}::text[], ${payloads}::text[]) as next (job, payload)
    ))`.execute(tx);
}

/** The same outcome for all. */
export const withOutcome = (settled: readonly SettledRequest[], outcome: Outcome): SettledWithOutcome[] =>
  settled.map((one) => ({ settled: one, outcome }));

const asObject = (value: unknown) => (typeof value === "object" && value !== null ? value : {});
