import { z } from "zod";
import { type Executor, sql } from "../../../platform/database/database.ts";

/** The job to enqueue once the chain has executed or permanently rejected the request. It gets `payload` and `outcome`. */
export type Continuation = { job: string; payload: Readonly<Record<string, string | number>> };

/**
 * How a request ended. `hash` is empty if the token or contract was found on the chain and the node does not know which transaction
 * created it. `address`, in lower case, is that of the collection, or of the contract of the wrap's token. `problem` is for the log
 * and the publisher: it holds no key and no RPC URL.
 */
export type Outcome = z.output<typeof outcome>;

/** For the payload of a continuation's job: `z.object({ …, outcome })`. */
export const outcome = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), hash: z.string(), address: z.string().optional() }),
  z.object({ ok: z.literal(false), problem: z.string() }),
]);

/** The continuation of a request that has ended. `notified` if it was enqueued before, as before a reorg. */
export type SettledRequest = { job: string | null; payload: unknown; notified: boolean };
export type SettledWithOutcome = { request: SettledRequest; outcome: Outcome };

/** As many as the queue gives other jobs at most: a continuation must not get lost. */
const MAX_ATTEMPTS = 25;

/** Enqueues the continuations with their outcomes, in the transaction that stores the outcomes. */
export async function enqueueContinuations(
  tx: Executor,
  settled: readonly SettledWithOutcome[],
): Promise<void> {
  const due = settled.filter(({ request }) => request.job !== null && !request.notified);
  if (due.length === 0) return;
  const jobs = due.map(({ request }) => request.job);
  const payloads = due.map(({ request, outcome }) =>
    JSON.stringify({ ...asObject(request.payload), outcome }),
  );
  await sql`
    select from graphile_worker.add_jobs(array(
      select row(job, payload::json, null, null, ${MAX_ATTEMPTS}::smallint, null, null, null)::graphile_worker.job_spec
      from unnest(${jobs}::text[], ${payloads}::text[]) as next (job, payload)
    ))`.execute(tx);
}

/** Pairs requests with the outcome they share. */
export const withOutcome = (requests: readonly SettledRequest[], outcome: Outcome): SettledWithOutcome[] =>
  requests.map((request) => ({ request, outcome }));

const asObject = (value: unknown) => (typeof value === "object" && value !== null ? value : {});
