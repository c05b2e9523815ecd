import { type IdempotentRequest, withIdempotencyKey } from "../../../platform/api/idempotency.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";

/**
 * Creates something that needs a picture or other long preparation. `check` refuses before anything is kept what could
 * not be created anyway; `prepare` then works outside of any transaction; `run` creates it, and decides about the limits
 * for good. A repeat that could not be created any more still answers what the first call did.
 */
export async function createWithIdempotencyKey<Prepared, Answer>(
  context: Context,
  given: {
    repeatable: IdempotentRequest;
    check(): Promise<void>;
    prepare(): Promise<Prepared>;
    run(tx: Executor, prepared: Prepared): Promise<Answer>;
  },
): Promise<Answer> {
  try {
    await given.check();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return withIdempotencyKey<Answer>(context, given.repeatable, () => Promise.reject(error));
  }
  const prepared = await given.prepare();
  return withIdempotencyKey(context, given.repeatable, (tx) => given.run(tx, prepared));
}
