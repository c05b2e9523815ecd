import { z } from "zod";

/** As JSON-RPC and EIP-1474 number them. */
export const RPC_ERRORS = {
  parseError: { code: -32_700, message: "This is no JSON." },
  invalidRequest: { code: -32_600, message: "This is no JSON-RPC call." },
  methodNotFound: { code: -32_601, message: "This method is not offered here." },
  resourceUnavailable: { code: -32_002, message: "The chain cannot be reached at the moment; try again." },
  limitExceeded: { code: -32_005, message: "Too much is asked at once; try again." },
} as const;

export type JsonRpcError = { code: number; message: string; data?: unknown };

/** Thrown for what is not passed on. */
export class RejectedCallError extends Error {
  readonly error: JsonRpcError;

  constructor(error: JsonRpcError) {
    super(error.message);
    this.error = error;
  }
}

export const rpcCall = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string().max(200), z.number(), z.null()]).default(null),
  method: z.string().max(100),
  params: z.array(z.unknown()).default([]),
});
export type RpcCall = z.output<typeof rpcCall>;

export const SEND_METHOD = "eth_sendRawTransaction";

/** What may be asked, and how many parameters of it are passed on: further ones would rewrite the chain for a call. */
const READ_METHODS: Readonly<Record<string, number>> = {
  eth_chainId: 0,
  eth_blockNumber: 0,
  eth_call: 2,
  eth_estimateGas: 2,
  eth_feeHistory: 3,
  eth_gasPrice: 0,
  eth_getBalance: 2,
  eth_getBlockByHash: 2,
  eth_getBlockByNumber: 2,
  eth_getCode: 2,
  eth_getLogs: 1,
  eth_getTransactionByHash: 1,
  eth_getTransactionCount: 2,
  eth_getTransactionReceipt: 1,
  eth_maxPriorityFeePerGas: 0,
  net_version: 0,
  web3_clientVersion: 0,
};

/** Gas of a call: a block's. The node takes any number, and computes for minutes. */
const MAX_GAS = 30_000_000n;
const MAX_LOG_BLOCKS = 2_000n;
const MAX_HISTORY_BLOCKS = 1_024n;

const invalidParams = (message: string) => new RejectedCallError({ code: -32_602, message });

/** The parameters of a read as they are passed on. @throws RpcRefusal for what is not offered, or asks for too much */
export async function parseReadParams(
  { method, params }: RpcCall,
  head: () => Promise<bigint>,
): Promise<unknown[]> {
  const count = Object.hasOwn(READ_METHODS, method) ? READ_METHODS[method] : undefined;
  if (count === undefined) throw new RejectedCallError(RPC_ERRORS.methodNotFound);
  const given = params.slice(0, count);
  if (method === "eth_call" || method === "eth_estimateGas") checkGas(given[0]);
  if (method === "eth_feeHistory" && (parseQuantity(given[0]) ?? 0n) > MAX_HISTORY_BLOCKS)
    throw invalidParams(`At most ${MAX_HISTORY_BLOCKS} blocks of history.`);
  if (method === "eth_getLogs") await checkRange(given[0], head);
  return given;
}

const gasFields = z.object({ gas: z.unknown().optional(), gasLimit: z.unknown().optional() });

function checkGas(call: unknown): void {
  const { gas, gasLimit } = gasFields.catch({}).parse(call);
  for (const one of [gas, gasLimit]) {
    if (one === undefined || one === null) continue;
    const quantity = parseQuantity(one);
    if (quantity === undefined || quantity > MAX_GAS) throw invalidParams(`At most ${MAX_GAS} gas.`);
  }
}

const rangeFields = z.object({
  fromBlock: z.unknown().optional(),
  toBlock: z.unknown().optional(),
  blockHash: z.unknown().optional(),
});

async function checkRange(filter: unknown, head: () => Promise<bigint>): Promise<void> {
  const range = rangeFields.safeParse(filter);
  if (!range.success) throw invalidParams("A filter is expected.");
  const { fromBlock, toBlock, blockHash } = range.data;
  if (typeof blockHash === "string" && fromBlock === undefined && toBlock === undefined) return;
  const newest = await head();
  const from = toBlockNumber(fromBlock, newest, 0n);
  const to = toBlockNumber(toBlock, newest, newest);
  if (to - from >= MAX_LOG_BLOCKS) throw invalidParams(`At most ${MAX_LOG_BLOCKS} blocks at once.`);
}

/** `settled` is what the tags stand for of which only the node knows the number. */
function toBlockNumber(tag: unknown, newest: bigint, settled: bigint): bigint {
  if (tag === "earliest") return 0n;
  if (tag === "safe" || tag === "finalized") return settled;
  if (tag === undefined || tag === null || tag === "latest" || tag === "pending") return newest;
  const number = parseQuantity(tag);
  if (number === undefined) throw invalidParams("A block is a number in hexadecimal.");
  return number > newest ? newest : number;
}

function parseQuantity(value: unknown): bigint | undefined {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  return typeof value === "string" && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined;
}
