import { createHash } from "node:crypto";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { Executor } from "../database/database.ts";
import { Failure } from "../failure.ts";
import { job } from "../jobs/queue.ts";
import { deleteResponsesBefore, findResponse, insertResponse, lockKey } from "./idempotency.data.ts";

export type IdempotentRequest = {
  accountId: string;
  /** What is called, such as `POST artist`. */
  call: string;
  /** `Idempotency-Key`; without one every call is a new one. */
  key: string | undefined;
  /** Everything that makes two calls the same: the body, and the hashes of files. */
  input: unknown;
};

/**
 * Runs what a call does in a transaction and keeps its answer with it, so that a repeat with the same key answers the
 * same and does nothing; of two at once the second waits for the first. What fails is not kept.
 *
 * @throws Failure E0029 where the key was used for something else
 */
export function withIdempotencyKey<Answer>(
  context: Context,
  { key, input, ...caller }: IdempotentRequest,
  run: (tx: Executor) => Promise<Answer>,
): Promise<Answer> {
  const transaction = context.db.transaction();
  if (key === undefined) return transaction.execute(run);
  const named = { ...caller, key };
  const fingerprint = createHash("sha256").update(JSON.stringify(input)).digest();
  return transaction.execute(async (tx) => {
    await lockKey(tx, named);
    const known = await findResponse(tx, named);
    if (known !== undefined && !known.fingerprint.equals(fingerprint)) throw new Failure("E0029");
    if (known !== undefined) return known.answer as Answer;
    const answer = await run(tx);
    await insertResponse(tx, named, { fingerprint, answer, now: context.clock.now() });
    return answer;
  });
}

/** Milliseconds that a repeat may come after the first call. */
const keptFor = 24 * 60 * 60 * 1000;

export const deleteStoredResponsesJob = job({
  name: "forget-answered-calls",
  payload: z.object({}),
  tries: 3,
  cron: "43 3 * * *",
  run: ({ db, clock }) => deleteResponsesBefore(db, new Date(clock.now().getTime() - keptFor)),
});
