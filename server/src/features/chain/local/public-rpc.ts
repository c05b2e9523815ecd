import type { EvmNetwork } from "../../../platform/config/evm.ts";
import type { Context } from "../../../platform/context.ts";
import { AnvilUnreachableError, createAnvilRequest, type JsonRpcAnswer, postJsonRpc } from "./anvil-rpc.ts";
import {
  type JsonRpcError,
  parseReadParams,
  RejectedCallError,
  RPC_ERRORS,
  type RpcCall,
  rpcCall,
  SEND_METHOD,
} from "./rpc-rules.ts";
import { sendRaw } from "./send-raw.ts";

export type JsonRpcResponse = { jsonrpc: "2.0"; id: RpcCall["id"]; result?: unknown; error?: JsonRpcError };

const MAX_BATCH_CALLS = 50;
/** Across all clients, because anvil allocates memory for each. */
const MAX_CONCURRENT_CALLS = 64;

/**
 * Parses the calls of a request. Invalid calls are undefined. Returns INVALID for an empty or too large batch, and undefined if the text
 * is not JSON.
 */
export function parseCalls(
  text: string,
): { calls: (RpcCall | undefined)[]; isBatch: boolean } | "INVALID" | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isBatch = Array.isArray(parsed);
  const listed: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  if (listed.length === 0 || listed.length > MAX_BATCH_CALLS) return "INVALID";
  return { calls: listed.map((call) => rpcCall.safeParse(call).data), isBatch };
}

let activeCalls = 0;

/** Runs calls in sequence, because a transaction may depend on the one before. */
export async function runCalls(
  context: Context,
  network: EvmNetwork,
  calls: readonly (RpcCall | undefined)[],
): Promise<JsonRpcResponse[]> {
  const responses: JsonRpcResponse[] = [];
  for (const call of calls) {
    const { result, error } = await runCall(context, network, call);
    const body = error === undefined ? { result: result ?? null } : { error };
    responses.push({ jsonrpc: "2.0", id: call?.id ?? null, ...body });
  }
  return responses;
}

async function runCall(
  context: Context,
  { rpcUrl }: EvmNetwork,
  call: RpcCall | undefined,
): Promise<{ result?: unknown; error?: JsonRpcError | undefined }> {
  if (call === undefined) return { error: RPC_ERRORS.invalidRequest };
  if (activeCalls >= MAX_CONCURRENT_CALLS) return { error: RPC_ERRORS.limitExceeded };
  activeCalls++;
  try {
    return await forwardCall(context, rpcUrl, call);
  } catch (error) {
    if (error instanceof RejectedCallError) return { error: error.error };
    if (error instanceof AnvilUnreachableError) return { error: RPC_ERRORS.resourceUnavailable };
    throw error;
  } finally {
    activeCalls--;
  }
}

async function forwardCall(context: Context, rpcUrl: string, call: RpcCall): Promise<JsonRpcAnswer> {
  if (call.method === SEND_METHOD) return sendRaw(context, rpcUrl, call.params);
  const head = async () => BigInt(String(await createAnvilRequest(rpcUrl)("eth_blockNumber")));
  return postJsonRpc(rpcUrl, call.method, await parseReadParams(call, head));
}
