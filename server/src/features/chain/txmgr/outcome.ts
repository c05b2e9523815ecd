import { z } from "zod";

/** The job that goes on once the chain has done, or refused for good, what was asked: it gets `payload` and `outcome`. */
export type Continuation = { job: string; payload: Readonly<Record<string, string | number>> };

/**
 * How it ended. `hash` is empty where the chain has it already and its node does not tell since when. `address`, in lower case,
 * is the collection's, or the contract's that holds the wrap's token. `problem` is for the log and the publisher; it holds no
 * key and no address of a node.
 */
export type Outcome = z.output<typeof outcome>;

/** For the payload of a job that goes on: `z.object({ …, outcome })`. */
export const outcome = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), hash: z.string(), address: z.string().optional() }),
  z.object({ ok: z.literal(false), problem: z.string() }),
]);
