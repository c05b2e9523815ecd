import type { Context } from "../../../platform/context.ts";
import type { EvmNetwork } from "../../../platform/evm.ts";
import { asking, LocalUnreachable, type NodeAnswer, post } from "./ask.ts";
import {
  type RpcCall,
  type RpcError,
  RpcRefusal,
  readParams,
  rpcCall,
  rpcErrors,
  sendMethod,
} from "./rpc-methods.ts";
import { sendRaw } from "./send-raw.ts";

export type AnsweredCall = { jsonrpc: "2.0"; id: RpcCall["id"]; result?: unknown; error?: RpcError };

const mostCalls = 50;
/** Calls under way at once, of everybody: the node takes memory for each. */
const mostUnderWay = 64;

/**
 * The calls of a request, with undefined for each that is none. NONE: it is JSON, but nothing that could be answered one by
 * one. Undefined: it is no JSON.
 */
export function readCalls(
  text: string,
): { calls: (RpcCall | undefined)[]; isBatch: boolean } | "NONE" | undefined {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isBatch = Array.isArray(given);
  const listed: unknown[] = Array.isArray(given) ? given : [given];
  if (listed.length === 0 || listed.length > mostCalls) return "NONE";
  return { calls: listed.map((one) => rpcCall.safeParse(one).data), isBatch };
}

let underWay = 0;

/** Answers calls one after the other: of transactions, each counts on the one before. */
export async function answerCalls(
  context: Context,
  network: EvmNetwork,
  calls: readonly (RpcCall | undefined)[],
): Promise<AnsweredCall[]> {
  const answers: AnsweredCall[] = [];
  for (const call of calls) {
    const { result, error } = await answerCall(context, network, call);
    const said = error === undefined ? { result: result ?? null } : { error };
    answers.push({ jsonrpc: "2.0", id: call?.id ?? null, ...said });
  }
  return answers;
}

async function answerCall(
  context: Context,
  { rpcUrl }: EvmNetwork,
  call: RpcCall | undefined,
): Promise<{ result?: unknown; error?: RpcError | undefined }> {
  if (call === undefined) return { error: rpcErrors.noCall };
  if (underWay >= mostUnderWay) return { error: rpcErrors.busy };
  underWay++;
  try {
    return await passOn(context, rpcUrl, call);
  } catch (error) {
    if (error instanceof RpcRefusal) return { error: error.error };
    if (error instanceof LocalUnreachable) return { error: rpcErrors.unreachable };
    throw error;
  } finally {
    underWay--;
  }
}

async function passOn(context: Context, rpcUrl: string, call: RpcCall): Promise<NodeAnswer> {
  if (call.method === sendMethod) return sendRaw(context, rpcUrl, call.params);
  const head = async () => BigInt(String(await asking(rpcUrl)("eth_blockNumber")));
  return post(rpcUrl, call.method, await readParams(call, head));
}
