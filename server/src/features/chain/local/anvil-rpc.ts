import { z } from "zod";

export const jsonRpcAnswer = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
});
export type JsonRpcAnswer = z.output<typeof jsonRpcAnswer>;

/** Calls anvil. Throws AnvilRpcError if it responds with an error, AnvilUnreachableError if it does not answer. */
export type AnvilRequest = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

const TIMEOUT_MS = 30_000;

export class AnvilRpcError extends Error {
  override name = "AnvilRpcError";
}

/** Anvil does not answer, or not in time. The request may have arrived. */
export class AnvilUnreachableError extends Error {
  override name = "AnvilUnreachableError";
}

/** @throws AnvilUnreachableError */
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
    throw new AnvilUnreachableError(`${method}: the local chain does not answer`, { cause: error });
  }
}

export function createAnvilRequest(url: string): AnvilRequest {
  return async (method, ...params) => {
    const { result, error } = await postJsonRpc(url, method, params);
    if (error !== undefined) throw new AnvilRpcError(`${method}: ${error.message}`);
    return result;
  };
}
