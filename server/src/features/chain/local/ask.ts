import { z } from "zod";

/** What a node answers to a call: its result, or why it refuses. */
export const nodeAnswer = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
});
export type NodeAnswer = z.output<typeof nodeAnswer>;

/** Calls the chain's own node. Throws LocalRefusal for what it refuses, LocalUnreachable when it does not answer. */
export type Ask = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

/** Milliseconds. */
const patience = 30_000;

export class LocalRefusal extends Error {
  override name = "LocalRefusal";
}

/** Nobody answers, or not in time: it may have arrived or not. */
export class LocalUnreachable extends Error {
  override name = "LocalUnreachable";
}

/** @throws LocalUnreachable */
export async function post(url: string, method: string, params: readonly unknown[]): Promise<NodeAnswer> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal: AbortSignal.timeout(patience),
    });
    return nodeAnswer.parse(await response.json());
  } catch (error) {
    throw new LocalUnreachable(`${method}: the program's own chain does not answer`, { cause: error });
  }
}

export function asking(url: string): Ask {
  return async (method, ...params) => {
    const { result, error } = await post(url, method, params);
    if (error !== undefined) throw new LocalRefusal(`${method}: ${error.message}`);
    return result;
  };
}
