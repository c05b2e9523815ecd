import { z } from "zod";

/** What a node answers to a call: its result, or why it refuses. */
export const jsonRpcAnswer = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
});
export type JsonRpcAnswer = z.output<typeof jsonRpcAnswer>;

/** Calls the chain's own node. Throws LocalRefusal for what it refuses, LocalUnreachable when it does not answer. */
export type AnvilRequest = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

/** Milliseconds. */
const TIMEOUT_MS = 30_000;

export class AnvilRpcError extends Error {
  override name = "AnvilRpcError";
}

/** Nobody answers, or not in time: it may have arrived or not. */
export class AnvilUnreachableError extends Error {
  override name = "AnvilUnreachableError";
}

/** @throws LocalUnreachable */
export async function postJsonRpc(
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<JsonRpcAnswer> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return jsonRpcAnswer.parse(await response.json());
  } catch (error) {
    throw new AnvilUnreachableError(`${method}: the program's own chain does not answer`, { cause: error });
  }
}

export function createAnvilRequest(url: string): AnvilRequest {
  return async (method, ...params) => {
    const { result, error } = await postJsonRpc(url, method, params);
    if (error !== undefined) throw new AnvilRpcError(`${method}: ${error.message}`);
    return result;
  };
}
