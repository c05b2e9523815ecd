import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Hex, isHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { BACKGROUND_TIMEOUT_MS, START_TIMEOUT_MS } from "../../../../checks/test-limits.ts";
import { inheritedVariables } from "../node-process.ts";

const script = fileURLToPath(new URL("./local-chain-node.ts", import.meta.url));
const rpcResponse = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});
const pidFile = z.object({ pid: z.number(), url: z.string() });

export type LocalNode = {
  rpc(method: string, ...params: readonly unknown[]): Promise<unknown>;
  /** Sends SIGKILL. */
  kill(what: "program" | "chain" | "both"): Promise<void>;
};

/** Starts a program with the local chain on an existing database and folder. */
export async function startLocalNode(options: { url: string; folder: string }): Promise<LocalNode> {
  const child = spawn(process.execPath, [script], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...inheritedVariables(), DATABASE_URL: options.url, DATA_DIR: options.folder },
  });
  // So that its chain ends with the test, however the test ends.
  const orphaned = () => void child.kill("SIGTERM");
  process.once("exit", orphaned);
  child.once("exit", () => process.off("exit", orphaned));
  const address = await waitForUrl(child);
  return {
    rpc: (method, ...params) => postJsonRpc(`${address}/chain/local`, method, params),
    async kill(what) {
      const chain = await findAnvilPid(options.folder);
      if (what !== "chain") child.kill("SIGKILL");
      if (what !== "program" && chain !== undefined) killProcess(chain);
      if (what !== "chain" && child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

/** Finds the process id of the anvil in a folder. */
export async function findAnvilPid(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, "chain", "anvil.json"), "utf8").catch(() => "null");
  return pidFile.safeParse(JSON.parse(text)).data?.pid;
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has exited already.
  }
}

async function waitForUrl({ stdout }: ChildProcess): Promise<string> {
  let printed = "";
  for await (const piece of stdout ?? []) {
    printed += String(piece);
    const [, address] = /ready at (\S+)\n/.exec(printed) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(`the node did not start: ${printed}`);
}

async function postJsonRpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = rpcResponse.parse(await response.json());
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** Sent with each transfer. */
export const TRANSFER_WEI = 1_000n;
export const RECIPIENT: Hex = `0x${"ab".repeat(20)}`;

/** Signs a transfer of `TRANSFER_WEI` to `RECIPIENT`. */
export function signTransfer(key: Hex, nonce: number): Promise<Hex> {
  return privateKeyToAccount(key).signTransaction({
    type: "eip1559",
    chainId: 31_337,
    nonce,
    to: RECIPIENT,
    value: TRANSFER_WEI,
    gas: 21_000n,
    maxFeePerGas: 4_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  });
}

/**
 * Sends transfers one after the other until the node is unreachable or `end` is aborted, because a chain may be back before a call
 * fails. Accepted transfers must not be lost. Appends their hashes to `sent`.
 */
async function sendUntilUnreachable(
  node: LocalNode,
  key: Hex,
  { from, sent, end }: { from: number; sent: string[]; end: AbortSignal },
) {
  try {
    for (let nonce = from; !end.aborted; nonce++)
      sent.push(String(await node.rpc("eth_sendRawTransaction", await signTransfer(key, nonce))));
  } catch {
    // Unreachable.
  }
}

/** Transfers to accept before each kill. */
const MIN_SENT = 5;

/** Waits until some transfers are accepted, then for a random time. */
async function waitForSome(sent: readonly string[]): Promise<void> {
  const deadline = performance.now() + BACKGROUND_TIMEOUT_MS;
  while (performance.now() < deadline && sent.length < MIN_SENT) await sleep(5);
  await sleep(Math.random() * 700);
}

/** Returns the transactions that the chain does not mine. */
async function findLost(node: LocalNode, hashes: readonly string[]): Promise<string[]> {
  let missing = [...hashes];
  const deadline = performance.now() + BACKGROUND_TIMEOUT_MS;
  while (performance.now() < deadline && missing.length > 0) {
    const unmined: string[] = [];
    for (const hash of missing)
      if ((await node.rpc("eth_getTransactionReceipt", hash)) === null) unmined.push(hash);
    missing = unmined;
    if (missing.length > 0) await sleep(100);
  }
  return missing;
}

/** Waits for the chain, because the program may be ready before it. */
async function waitUntilReachable(node: LocalNode): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (await node.rpc("eth_chainId").catch(() => undefined)) return;
    await sleep(50);
  }
  throw new Error("the chain does not come back");
}

/** Counts the accepted transfers once all are mined. The last may have been accepted without a response. */
async function countTransfers(node: LocalNode, account: string): Promise<number> {
  const deadline = performance.now() + BACKGROUND_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const count = (at: string) => node.rpc("eth_getTransactionCount", account, at);
    const [mined, accepted] = [await count("latest"), await count("pending")];
    if (mined === accepted) return Number(mined);
    await sleep(100);
  }
  throw new Error("the chain does not mine what it has taken");
}

export type KillResult = {
  what: "program" | "chain" | "both";
  accepted: number;
  lost: number;
  seconds: number;
};

/** Kills a node repeatedly while transfers are sent to its chain, and counts the accepted transfers that are lost. */
export async function killRepeatedly(
  options: { url: string; folder: string },
  kills: readonly KillResult["what"][],
): Promise<{ killed: KillResult[]; node: LocalNode; transfers: number }> {
  const killed: KillResult[] = [];
  let node = await startLocalNode(options);
  try {
    await waitUntilReachable(node);
    const key = await operatorKey(options.folder);
    const account = privateKeyToAccount(key).address;
    let transfers = 0;
    for (const what of kills) {
      const accepted: string[] = [];
      const end = new AbortController();
      const sending = sendUntilUnreachable(node, key, { from: transfers, sent: accepted, end: end.signal });
      await waitForSome(accepted);
      await node.kill(what);
      end.abort();
      await sending;
      const start = performance.now();
      if (what !== "chain") node = await startLocalNode(options);
      await waitUntilReachable(node);
      const seconds = (performance.now() - start) / 1_000;
      const lost = await findLost(node, accepted);
      killed.push({ what, accepted: accepted.length, lost: lost.length, seconds });
      transfers = await countTransfers(node, account);
    }
    return { killed, node, transfers };
  } catch (error) {
    await node.kill("both");
    throw error;
  }
}

async function operatorKey(folder: string): Promise<Hex> {
  const key = (await readFile(join(folder, "chain", "operator.key"), "utf8")).trim();
  if (!isHex(key)) throw new Error("there is no key");
  return key;
}
