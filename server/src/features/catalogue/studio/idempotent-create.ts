import { type IdempotentRequest, withIdempotencyKey } from "../../../platform/api/idempotency.ts";
import type { Device } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";

/** The account and device of a change, and its `Idempotency-Key`. */
export type Caller = { accountId: string; device: Device; key: string | undefined };

/**
 * Creates something that needs an image or other slow preparation. `check` fails early, before anything is
 * stored; `prepare` runs outside the transaction; `run` creates it and enforces the limits. A repeat whose
 * `check` fails meanwhile still returns the first response.
 */
export async function createWithIdempotencyKey<Prepared, Answer>(
  context: Context,
  command: {
    repeatable: IdempotentRequest;
    check(): Promise<void>;
    prepare(): Promise<Prepared>;
    run(tx: Executor, prepared: Prepared): Promise<Answer>;
  },
): Promise<Answer> {
  try {
    await command.check();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return withIdempotencyKey<Answer>(context, command.repeatable, () => Promise.reject(error));
  }
  const prepared = await command.prepare();
  return withIdempotencyKey(context, command.repeatable, (tx) => command.run(tx, prepared));
}
