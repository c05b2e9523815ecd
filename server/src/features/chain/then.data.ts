import { type Executor, sql } from "../../platform/database.ts";
import type { Outcome } from "./outcome.ts";

/** What was to follow on a thing that has now ended; `told` where it has followed before. */
export type Closed = { job: string | null; payload: unknown; told: boolean };
export type Ended = { closed: Closed; outcome: Outcome };

/** Those who wait for the chain are told as often as the queue tells anybody. */
const tries = 25;

/** Enqueues what follows, with the outcome, in the transaction that writes the outcome down. */
export async function enqueueThen(tx: Executor, ended: readonly Ended[]): Promise<void> {
  const due = ended.filter(({ closed }) => closed.job !== null && !closed.told);
  if (due.length === 0) return;
  const jobs = due.map(({ closed }) => closed.job);
  const payloads = due.map(({ closed, outcome }) => JSON.stringify({ ...asObject(closed.payload), outcome }));
  await sql`
    select from graphile_worker.add_jobs(array(
      select row(job, payload::json, null, null, ${tries}::smallint, null, null, null)::graphile_worker.job_spec
      from unnest(${jobs}::text[], ${payloads}::text[]) as next (job, payload)
    ))`.execute(tx);
}

/** The same outcome for all. */
export const allWith = (closed: readonly Closed[], outcome: Outcome): Ended[] =>
  closed.map((one) => ({ closed: one, outcome }));

const asObject = (value: unknown) => (typeof value === "object" && value !== null ? value : {});
