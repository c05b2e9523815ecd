import { createHash } from "node:crypto";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { Executor } from "../database/database.ts";
import { Failure } from "../failure.ts";
import { job } from "../jobs/queue.ts";
import { deleteResponsesBefore, findResponse, insertResponse, lockKey } from "./idempotency.data.ts";

export type IdempotentRequest = {
  accountId: string;
  /** Method and path, such as `POST artist`. */
  call: string;
  /** The `Idempotency-Key` header; undefined runs the request unconditionally. */
  key: string | undefined;
  /** The body and the hashes of files: a repeat must have the same. */
  input: unknown;
};

/**
 * Runs a request in a transaction and stores its response. A repeat with the same key returns the stored response
 * without running again; concurrent repeats wait for the first. Failures are not stored.
 *
 * @throws Failure E0029 if the key was used with a different request
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
    const storedResponse = await findResponse(tx, named);
    if (storedResponse !== undefined && !storedResponse.fingerprint.equals(fingerprint))
      throw new Failure("E0029");
    if (storedResponse !== undefined) return storedResponse.answer as Answer;
    const answer = await run(tx);
    await insertResponse(tx, named, { fingerprint, answer, now: context.clock.now() });
    return answer;
  });
}

const RESPONSE_TTL_MS = 24 * 60 * 60 * 1000;

export const deleteStoredResponsesJob = job({
  name: "forget-answered-calls",
  payload: z.object({}),
  tries: 3,
  cron: "43 3 * * *",
  run: ({ db, clock }) => deleteResponsesBefore(db, new Date(clock.now().getTime() - RESPONSE_TTL_MS)),
});
