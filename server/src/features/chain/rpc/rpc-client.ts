import { type Hex, HttpRequestError, http, isHex, TimeoutError } from "viem";
import { z } from "zod";
import type { EvmNetwork } from "../../../platform/config/evm.ts";
import { ChainUnreachable, InvalidRpcResponseError, isRevert, RpcError } from "./errors.ts";

/** A block by its number, or the newest, the newest with what waits on top of it, or the newest that is final. */
export type BlockTag = number | "latest" | "pending" | "finalized";

export type Receipt = {
  hash: Hex;
  succeeded: boolean;
  block: number;
  blockHash: Hex;
};

export type Header = { number: number; hash: Hex; baseFee: bigint };
export type Call = { from?: Hex; to: Hex | null; data: Hex };

/** Of a call that was only tried: what it returns, or what the contract threw. */
export type CallResult = { ok: true; data: Hex } | { ok: false; data: Hex | undefined; message: string };

type LogFilter = {
  address: Hex | readonly Hex[];
  topics: readonly (Hex | null)[];
  /** From the first block to the newest, unless told. */
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
 * A node of a chain, asked over JSON-RPC. Every answer is checked before anything is made of it.
 * Throws ChainUnreachable when it does not answer, ChainNonsense when what it answers cannot be, NodeRefusal when it says no.
 */
export function createRpcClient(network: EvmNetwork) {
  const transport = http(network.rpcUrl, {
    raw: true,
    retryCount: 0,
    timeout: network.timeoutMs ?? TIMEOUT_MS,
    maxResponseBodySize: MAX_RESPONSE_BYTES,
  })({});

  async function request<T>(method: string, params: readonly unknown[], answer: z.ZodType<T>): Promise<T> {
    const said = await transport.request({ method, params }).catch((error: unknown) => {
      throw new ChainUnreachable(network.name, describeTransportError(error));
    });
    if (typeof said !== "object" || said === null) throw invalidResponse(network, method);
    if (said.error !== undefined) throw toRpcError(said.error);
    const parsed = answer.safeParse(said.result);
    if (!parsed.success) throw invalidResponse(network, method);
    return parsed.data;
  }

  /** A question whose refusal says nothing about the chain: the node has troubles of its own. */
  async function query<T>(method: string, params: readonly unknown[], answer: z.ZodType<T>): Promise<T> {
    return request(method, params, answer).catch((error: unknown) => {
      if (error instanceof RpcError) throw new ChainUnreachable(network.name, `${method}: ${error.message}`);
      throw error;
    });
  }

  async function simulate(method: string, params: readonly unknown[]): Promise<CallResult> {
    try {
      return { ok: true, data: await request(method, params, hex) };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (!isRevert(error)) throw new ChainUnreachable(network.name, `${method}: ${error.message}`);
      return { ok: false, data: isHex(error.data) ? error.data : undefined, message: error.message };
    }
  }

  /** In the order in which they happened; undefined where a node does not look so far back, or at so many blocks at once. */
  async function events(filter: LogFilter): Promise<z.output<typeof logs> | undefined> {
    const { address, topics, fromBlock = 0, toBlock = "latest" } = filter;
    const asked = { address, topics, fromBlock: toBlockParam(fromBlock), toBlock: toBlockParam(toBlock) };
    try {
      return await request("eth_getLogs", [asked], logs);
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
    /** Throws NodeRefusal; see `meaningOf`. */
    sendRawTransaction: (raw: Hex) => request("eth_sendRawTransaction", [raw], hex),
    events,
    /** Hashes of the transactions with such an event; undefined where a node does not look so far back. */
    async findLogTransactions(filter: LogFilter): Promise<Hex[] | undefined> {
      return (await events(filter))?.map(({ transactionHash }) => transactionHash);
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

const toBlockParam = (tag: BlockTag) => (typeof tag === "number" ? `0x${tag.toString(16)}` : tag);
const withoutNull = ({ to, ...call }: Call) => (to === null ? call : { ...call, to });
const invalidResponse = ({ name }: EvmNetwork, method: string) =>
  new InvalidRpcResponseError(name, `its node answers ${method} with nonsense`);

/** What viem says holds the node's address. */
function describeTransportError(error: unknown): string {
  if (error instanceof TimeoutError) return "its node takes too long";
  if (error instanceof HttpRequestError && error.status !== undefined)
    return `its node answers ${error.status}`;
  return "its node does not answer";
}

const rpcErrorBody = z.object({
  code: z.number().catch(0),
  message: z.string().catch(""),
  data: z.unknown().optional(),
});

function toRpcError(error: unknown): RpcError {
  const { code, message, data } = rpcErrorBody.catch({ code: 0, message: "", data: undefined }).parse(error);
  // Some nodes wrap what a contract threw once more.
  const inner = z.object({ data: z.string() }).safeParse(data);
  return new RpcError(code, message, inner.success ? inner.data.data : data);
}
