import { type Hex, HttpRequestError, http, isHex, TimeoutError } from "viem";
import { z } from "zod";
import type { Evm, EvmNetwork } from "../../../platform/config/evm.ts";
import { stretchTimeout } from "../../../platform/timeouts.ts";
import { ChainUnreachable, InvalidRpcResponseError, isRevert, RpcError } from "./errors.ts";

/** A block number, or a tag of JSON-RPC. */
export type BlockTag = number | "latest" | "pending" | "finalized";

export type Receipt = {
  hash: Hex;
  succeeded: boolean;
  block: number;
  blockHash: Hex;
};

export type Header = { number: number; hash: Hex; baseFee: bigint };
export type Call = { from?: Hex; to: Hex | null; data: Hex };

/** The result of a simulated call: the return data, or the revert data. */
export type CallResult = { ok: true; data: Hex } | { ok: false; data: Hex | undefined; message: string };

type LogFilter = {
  address: Hex | readonly Hex[];
  topics: readonly (Hex | null)[];
  /** By default from the first block to the newest. */
  fromBlock?: number;
  toBlock?: number;
};

export type RpcClient = ReturnType<typeof createRpcClient>;

const hex = z.custom<Hex>((value) => isHex(value));
const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform((text) => BigInt(text));
const count = quantity.transform((value, context) => {
  if (value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value);
  context.addIssue("too large");
  return z.NEVER;
});
const receipt = z
  .object({ transactionHash: hex, status: z.enum(["0x0", "0x1"]), blockNumber: count, blockHash: hex })
  .nullable();
const header = z.object({ number: count, hash: hex, baseFeePerGas: quantity.optional() }).nullable();
const bytes = (count: number) => hex.refine((value) => value.length === 2 + 2 * count);
const logs = z.array(
  z.object({ address: bytes(20), transactionHash: bytes(32), topics: z.array(bytes(32)) }),
);

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 32 * 2 ** 20;

/**
 * Creates a JSON-RPC client for a network's node. Parses every response.
 *
 * @throws ChainUnreachable if the node does not answer or has failed, InvalidRpcResponseError if its response is invalid
 */
export function createRpcClient(network: EvmNetwork) {
  const transport = http(network.rpcUrl, {
    raw: true,
    retryCount: 0,
    timeout: network.timeoutMs ?? stretchTimeout(TIMEOUT_MS),
    maxResponseBodySize: MAX_RESPONSE_BYTES,
  })({});

  /** @throws RpcError if the node responds with an error */
  async function request<T>(method: string, params: readonly unknown[], schema: z.ZodType<T>): Promise<T> {
    const response = await transport.request({ method, params }).catch((error: unknown) => {
      throw new ChainUnreachable(network.name, describeTransportError(error));
    });
    if (typeof response !== "object" || response === null) throw invalidResponse(network, method);
    if (response.error !== undefined) throw toRpcError(response.error);
    const parsed = schema.safeParse(response.result);
    if (!parsed.success) throw invalidResponse(network, method);
    return parsed.data;
  }

  /** Reads what every node has: an error response means that the node has failed. */
  async function query<T>(method: string, params: readonly unknown[], schema: z.ZodType<T>): Promise<T> {
    return request(method, params, schema).catch((error: unknown) => {
      if (error instanceof RpcError) throw new ChainUnreachable(network.name, `${method}: ${error.message}`);
      throw error;
    });
  }

  /** Separates reverts from failures of the node. */
  async function simulate(method: string, params: readonly unknown[]): Promise<CallResult> {
    try {
      return { ok: true, data: await request(method, params, hex) };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (!isRevert(error)) throw new ChainUnreachable(network.name, `${method}: ${error.message}`);
      return { ok: false, data: isHex(error.data) ? error.data : undefined, message: error.message };
    }
  }

  /** Returns logs in chain order, or undefined if the node does not search so many or so old blocks. */
  async function getLogs(filter: LogFilter): Promise<z.output<typeof logs> | undefined> {
    const { address, topics, fromBlock = 0, toBlock = "latest" } = filter;
    const range = { address, topics, fromBlock: toBlockParam(fromBlock), toBlock: toBlockParam(toBlock) };
    try {
      return await request("eth_getLogs", [range], logs);
    } catch (error) {
      if (error instanceof RpcError) return undefined;
      throw error;
    }
  }

  return {
    getChainId: () => query("eth_chainId", [], count),
    getBlockNumber: () => query("eth_blockNumber", [], count),
    getTransactionCount: (of: Hex, at: BlockTag) =>
      query("eth_getTransactionCount", [of, toBlockParam(at)], count),
    getBalance: (of: Hex) => query("eth_getBalance", [of, "latest"], quantity),
    getCode: (of: Hex, at: BlockTag = "latest") => query("eth_getCode", [of, toBlockParam(at)], hex),
    maxPriorityFeePerGas: () => query("eth_maxPriorityFeePerGas", [], quantity),
    call: (call: Call, at: BlockTag = "latest") => simulate("eth_call", [call, toBlockParam(at)]),
    estimateGas: (call: Call) => simulate("eth_estimateGas", [withoutNull(call)]),
    /** @throws RpcError if the node rejects the transaction; see `classifySendError` */
    sendRawTransaction: (raw: Hex) => request("eth_sendRawTransaction", [raw], hex),
    getLogs,
    /** Returns the hashes of the transactions that emitted such logs, or undefined as `getLogs` does. */
    async findLogTransactions(filter: LogFilter): Promise<Hex[] | undefined> {
      return (await getLogs(filter))?.map(({ transactionHash }) => transactionHash);
    },
    async getHeader(at: BlockTag): Promise<Header | undefined> {
      const found = await query("eth_getBlockByNumber", [toBlockParam(at), false], header);
      return found === null
        ? undefined
        : { number: found.number, hash: found.hash, baseFee: found.baseFeePerGas ?? 0n };
    },
    async getReceipt(hash: Hex): Promise<Receipt | undefined> {
      const found = await query("eth_getTransactionReceipt", [hash], receipt);
      if (found === null) return undefined;
      if (found.transactionHash !== hash) throw invalidResponse(network, "eth_getTransactionReceipt");
      const { status, blockNumber: block, blockHash } = found;
      return { hash, succeeded: status === "0x1", block, blockHash };
    },
  };
}

/** Returns the client of a configured network. @throws ChainUnreachable if the network is not configured */
export function getRpcClient({ networks }: Evm, name: string): RpcClient {
  const network = networks.get(name);
  if (network === undefined) throw new ChainUnreachable(name, "it is not configured");
  return createRpcClient(network);
}

const toBlockParam = (tag: BlockTag) => (typeof tag === "number" ? `0x${tag.toString(16)}` : tag);
const withoutNull = ({ to, ...call }: Call) => (to === null ? call : { ...call, to });
const invalidResponse = ({ name }: EvmNetwork, method: string) =>
  new InvalidRpcResponseError(name, `invalid response to ${method}`);

/** Replaces viem's messages, which hold the RPC URL. */
function describeTransportError(error: unknown): string {
  if (error instanceof TimeoutError) return "the node timed out";
  if (error instanceof HttpRequestError && error.status !== undefined)
    return `the node responded with HTTP ${error.status}`;
  return "the node does not answer";
}

const rpcErrorBody = z.object({
  code: z.number().catch(0),
  message: z.string().catch(""),
  data: z.unknown().optional(),
});

function toRpcError(error: unknown): RpcError {
  const { code, message, data } = rpcErrorBody.catch({ code: 0, message: "", data: undefined }).parse(error);
  // Some nodes nest the revert data.
  const inner = z.object({ data: z.string() }).safeParse(data);
  return new RpcError(code, message, inner.success ? inner.data.data : data);
}
