import { z } from "zod";

/** Codes of JSON-RPC and EIP-1474. */
export const RPC_ERRORS = {
  parseError: { code: -32_700, message: "The request is not valid JSON." },
  invalidRequest: { code: -32_600, message: "The request is not a JSON-RPC call." },
  methodNotFound: { code: -32_601, message: "This method is not available." },
  resourceUnavailable: { code: -32_002, message: "The chain is unreachable; try again." },
  limitExceeded: { code: -32_005, message: "Too many concurrent calls; try again." },
} as const;

export type JsonRpcError = { code: number; message: string; data?: unknown };

/** Thrown for calls that are not forwarded. */
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

/** Methods that clients may call, with the number of parameters forwarded: further ones would override state for a call. */
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

/** The gas of a block. Anvil itself accepts any number, and would compute for minutes. */
const MAX_GAS = 30_000_000n;
const MAX_LOG_BLOCKS = 2_000n;
const MAX_HISTORY_BLOCKS = 1_024n;

const invalidParams = (message: string) => new RejectedCallError({ code: -32_602, message });

/** Returns the parameters to forward. @throws RejectedCallError if the method is not available or exceeds a limit */
export async function parseReadParams(
  { method, params }: RpcCall,
  head: () => Promise<bigint>,
): Promise<unknown[]> {
  const count = Object.hasOwn(READ_METHODS, method) ? READ_METHODS[method] : undefined;
  if (count === undefined) throw new RejectedCallError(RPC_ERRORS.methodNotFound);
  const forwarded = params.slice(0, count);
  if (method === "eth_call" || method === "eth_estimateGas") checkGas(forwarded[0]);
  if (method === "eth_feeHistory" && (parseQuantity(forwarded[0]) ?? 0n) > MAX_HISTORY_BLOCKS)
    throw invalidParams(`At most ${MAX_HISTORY_BLOCKS} blocks of history.`);
  if (method === "eth_getLogs") await checkRange(forwarded[0], head);
  return forwarded;
}

const gasFields = z.object({ gas: z.unknown().optional(), gasLimit: z.unknown().optional() });

function checkGas(call: unknown): void {
  const { gas, gasLimit } = gasFields.catch({}).parse(call);
  for (const gasField of [gas, gasLimit]) {
    if (gasField === undefined || gasField === null) continue;
    const quantity = parseQuantity(gasField);
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
  if (!range.success) throw invalidParams("Expected a filter.");
  const { fromBlock, toBlock, blockHash } = range.data;
  if (typeof blockHash === "string" && fromBlock === undefined && toBlock === undefined) return;
  const newest = await head();
  const from = toBlockNumber(fromBlock, newest, 0n);
  const to = toBlockNumber(toBlock, newest, newest);
  if (to - from >= MAX_LOG_BLOCKS) throw invalidParams(`At most ${MAX_LOG_BLOCKS} blocks per query.`);
}

/** `finalized` replaces the tags whose number only the node knows. */
function toBlockNumber(tag: unknown, newest: bigint, finalized: bigint): bigint {
  if (tag === "earliest") return 0n;
  if (tag === "safe" || tag === "finalized") return finalized;
  if (tag === undefined || tag === null || tag === "latest" || tag === "pending") return newest;
  const number = parseQuantity(tag);
  if (number === undefined) throw invalidParams("Expected a block number in hexadecimal.");
  return number > newest ? newest : number;
}

function parseQuantity(value: unknown): bigint | undefined {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  return typeof value === "string" && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined;
}
