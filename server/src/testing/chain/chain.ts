import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  formatLog,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  parseEventLogs,
  type RpcLog,
} from "viem";
import { generatePrivateKey, type PrivateKeyAccount } from "viem/accounts";
import { expect } from "vitest";
import { POLL_TIMEOUT_MS } from "../../../../checks/test-limits.ts";
import { operatorAddress } from "../../features/chain/index.ts";
import type { Evm, EvmNetwork } from "../../platform/config/evm.ts";

/** An empty anvil chain for one test. It mines every transaction immediately. */
export type TestChain = {
  network: EvmNetwork;
  /** For the context: this network alone, with a funded operator. */
  evm: Evm;
  /** In lower case. */
  operator: Address;
  /** Calls any method of anvil, such as `evm_setAutomine`. Throws its error responses. */
  request(method: string, ...params: readonly unknown[]): Promise<unknown>;
  /** Sends from an address that anvil signs for, and waits until it is mined: anvil answers before. */
  send(transaction: NodeTransaction): Promise<{ contractAddress: string | null }>;
  /** Like `send`, for a signed transaction. */
  sendRaw(raw: Hex): Promise<void>;
  /** Sets the balance of an address. */
  fund(address: Address, wei: bigint): Promise<void>;
  mineBlocks(blocks?: number): Promise<void>;
  stop(): Promise<void>;
};

type NodeTransaction = { from: string; to?: string; data?: string; gas?: string };
type TestChainOptions = Partial<Pick<EvmNetwork, "name" | "confirmations" | "maxWeiPerGas">> & {
  operatorKey?: Hex;
};

/** Long, because on a busy machine a slow node is not unreachable. */
export const NODE_TIMEOUT_MS = POLL_TIMEOUT_MS;

const OPERATOR_BALANCE_WEI = 1_000_000n * 10n ** 18n;

export async function startTestChain({
  operatorKey = generatePrivateKey(),
  ...expected
}: TestChainOptions = {}): Promise<TestChain> {
  const { url, stop } = await startAnvil();
  const transport = http(url, {
    raw: true,
    retryCount: 0,
    timeout: NODE_TIMEOUT_MS,
    maxResponseBodySize: false,
  })({});
  const request = async (method: string, ...params: readonly unknown[]) => {
    const { result, error } = await transport.request({ method, params });
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  };
  const mined = async (hash: unknown) => {
    for (;;) {
      const receipt = await request("eth_getTransactionReceipt", hash);
      if (receipt !== null) return receipt as { contractAddress: string | null };
      await setTimeout(10);
    }
  };
  const input = {
    name: "LOCAL",
    chainId: 31_337,
    rpcUrl: url,
    confirmations: 1,
    timeoutMs: NODE_TIMEOUT_MS,
    idlePausesMs: [5, 10],
  };
  const network = { ...input, ...expected };
  const evm = { networks: new Map([[network.name, network]]), operatorKey };
  const chain: TestChain = {
    network,
    evm,
    operator: operatorAddress(evm),
    request,
    stop,
    send: async (transaction) => mined(await request("eth_sendTransaction", transaction)),
    sendRaw: async (raw) => void (await mined(await request("eth_sendRawTransaction", raw))),
    fund: async (address, wei) => void (await request("anvil_setBalance", address, `0x${wei.toString(16)}`)),
    mineBlocks: async (blocks = 1) => void (await request("anvil_mine", `0x${blocks.toString(16)}`)),
  };
  await chain.fund(chain.operator, OPERATOR_BALANCE_WEI);
  return chain;
}

const transferFrom = parseAbi(["function transferFrom(address from, address to, uint256 tokenId)"]);

/** Transfers a token (ERC-721) from its owner to another address. */
export async function moveToken(
  chain: TestChain,
  { contract: to, tokenId }: { contract: Address; tokenId: number },
  { from, to: receiver }: { from: PrivateKeyAccount; to: Address },
): Promise<void> {
  await chain.fund(from.address, 10n ** 18n);
  const data = encodeFunctionData({
    abi: transferFrom,
    args: [from.address, receiver, BigInt(tokenId)],
  });
  const nonce = Number(await chain.request("eth_getTransactionCount", from.address, "latest"));
  const fees = { gas: 200_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n };
  await chain.sendRaw(
    await from.signTransaction({ to, data, nonce, chainId: chain.network.chainId, ...fees }),
  );
}

const royaltyInfo = parseAbi([
  "function royaltyInfo(uint256 tokenId, uint256 salePrice) view returns (address receiver, uint256 royaltyAmount)",
]);

/** Reads the resale royalty (ERC-2981) of a token sold for 10,000: the receiver, in lower case, and the basis points. */
export async function readRoyalty(
  { request }: TestChain,
  { contract, tokenId }: { contract: string; tokenId: number },
): Promise<readonly [receiver: string, basisPoints: bigint]> {
  const data = encodeFunctionData({ abi: royaltyInfo, args: [BigInt(tokenId), 10_000n] });
  const result = await request("eth_call", { to: contract, data }, "latest");
  const [receiver, amount] = decodeFunctionResult({ abi: royaltyInfo, data: `0x${String(result).slice(2)}` });
  return [receiver.toLowerCase(), amount];
}

const transferEvents = parseAbi([
  "event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)",
]);

/** Lists the transfers of a token, its mint included, as [from, to] in lower case. */
export async function listTokenTransfers(
  { request }: TestChain,
  { contract, tokenId }: { contract: string; tokenId: number },
): Promise<[from: string, to: string][]> {
  const filter = { address: contract, fromBlock: "0x0", toBlock: "latest" };
  const logs = (await request("eth_getLogs", filter)) as RpcLog[];
  const events = parseEventLogs({ abi: transferEvents, logs: logs.map((log) => formatLog(log)) });
  return events
    .filter(({ args }) => args.tokenId === BigInt(tokenId))
    .map(({ args }) => [args.from.toLowerCase(), args.to.toLowerCase()]);
}

const metadataEvents = parseAbi([
  "event MetadataUpdate(uint256 tokenId)",
  "event BatchMetadataUpdate(uint256 fromTokenId, uint256 toTokenId)",
]);

/** Lists the metadata updates (ERC-4906) of a contract: the ids of its tokens, or "all". */
export async function listMetadataUpdates(
  { request }: TestChain,
  contract: string,
): Promise<(number | "all")[]> {
  const filter = { address: contract, fromBlock: "0x0", toBlock: "latest" };
  const logs = (await request("eth_getLogs", filter)) as RpcLog[];
  return parseEventLogs({ abi: metadataEvents, logs: logs.map((log) => formatLog(log)) }).map((event) => {
    if (event.eventName === "MetadataUpdate") return Number(event.args.tokenId);
    expect([event.args.fromTokenId, event.args.toTokenId]).toEqual([0n, maxUint256]);
    return "all";
  });
}

async function startAnvil(): Promise<{ url: string; stop(): Promise<void> }> {
  const options = ["--port", "0", "--accounts", "1", "--hardfork", "prague", "--host", "127.0.0.1"];
  const child = spawn(findAnvilBinary(), options, { stdio: ["ignore", "pipe", "ignore"] });
  const killChild = () => void child.kill("SIGKILL");
  process.once("exit", killChild);
  return {
    url: await waitForUrl(child),
    async stop() {
      process.off("exit", killChild);
      if (child.exitCode !== null || child.signalCode !== null) return;
      killChild();
      await once(child, "exit");
    },
  };
}

/** Resolves the platform's package from anvil's own package. */
function findAnvilBinary(): string {
  const outer = createRequire(import.meta.url).resolve("@foundry-rs/anvil/package.json");
  const name = `@foundry-rs/anvil-${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
  return createRequire(outer).resolve(`${name}/bin/anvil`);
}

async function waitForUrl({ stdout }: ChildProcess): Promise<string> {
  let printed = "";
  for await (const piece of stdout ?? []) {
    printed += String(piece);
    const [, address] = /Listening on (\S+)/.exec(printed) ?? [];
    if (address === undefined) continue;
    // Keep reading, because anvil blocks once the pipe is full.
    stdout?.on("data", () => undefined);
    return `http://${address}`;
  }
  throw new Error(`anvil did not start: ${printed}`);
}
