import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { CHAIN_TIMEOUT_MS } from "../../../testing/chain.ts";
import { type ChainHarness, openChainHarness, range } from "../../../testing/chain-harness.ts";
import { expectExactlyOnce, transactions } from "../../../testing/exactly-once.ts";
import type { Interception } from "../../../testing/rpc-proxy.ts";

vi.setConfig({ testTimeout: CHAIN_TIMEOUT_MS });

let desk: ChainHarness;
afterEach(() => desk.close());

/** Numbers from 0 to 1 that are the same for the same seed. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const mishaps: readonly Interception[] = [
  "cut",
  "lose",
  { status: 502, text: "Bad gateway" },
  { status: 200, text: "{" },
  { result: null },
  { error: { code: -32_005, message: "limit exceeded" } },
];

/** What happens to the chain between two shifts, by the same chances. */
const weather: readonly ((desk: ChainHarness, chance: number) => Promise<unknown>)[] = [
  ({ chain }) => chain.mine(),
  ({ chain }) => chain.mine(2),
  ({ chain }, chance) => chain.request("evm_setAutomine", chance < 0.7),
  ({ chain }) => chain.request("anvil_reorg", 1, []).catch(() => undefined),
  async (given) => given.context.clock.move(61),
  async (given) => given.context.clock.move(11),
  async (given, chance) => {
    const open = (await transactions(given)).filter(({ status }) => status === "SENT");
    const dropped = open[Math.floor(chance * open.length)];
    if (dropped !== undefined) await given.chain.request("anvil_dropTransaction", dropped.hash);
  },
];

test.each([11, 22, 33, 44, 55])(
  "whatever fails, every token is minted once and told once (seed %i)",
  { timeout: CHAIN_TIMEOUT_MS },
  async (seed) => {
    desk = await openChainHarness({ name: "MAINNET", confirmations: 2 });
    const chance = chances(seed);
    const collection = await desk.createCollection(1);
    desk.proxy.intercept = () =>
      chance() < 0.05 ? (mishaps[Math.floor(chance() * mishaps.length)] ?? "pass") : "pass";
    for (let hour = 0; hour < 16; hour++) {
      if (hour < 10) await desk.requestTokens(collection, range(30, 1 + hour * 19));
      // Two workers call at once, and one of them works.
      await Promise.all([desk.runTxManager(), desk.runTxManager()]);
      await weather[Math.floor(chance() * weather.length)]?.(desk, chance());
    }
    desk.proxy.intercept = () => "pass";
    await desk.chain.request("evm_setAutomine", true);
    // Some of what is stuck takes a minute, and another one after that.
    const isTold = () => desk.outcomes.filter(({ item }) => item.startsWith("token ")).length >= 201;
    for (let calm = 0; calm < 3 || (calm < 20 && !isTold()); calm++) {
      await desk.chain.mine(3);
      desk.context.clock.move(61);
      await desk.runTxManager();
    }
    await desk.runUntilIdle();
    await expectExactlyOnce(desk, collection, range(201));
  },
);

/** A process is killed while the so-manieth call of a method is on its way; the call arrives. */
const moments: readonly [string, number][] = [
  ["eth_call", 1],
  ["eth_getBalance", 1],
  ["eth_sendRawTransaction", 1],
  ["eth_sendRawTransaction", 2],
  ["eth_getTransactionReceipt", 1],
  ["eth_getTransactionReceipt", 4],
];

test("processes that are killed at any moment mint two hundred tokens, and not one more", {
  timeout: CHAIN_TIMEOUT_MS,
}, async () => {
  desk = await openChainHarness();
  const collection = await desk.createCollection(1);
  const seen: string[] = [];
  for (const [at, [method, nth]] of moments.entries()) {
    for (const first of [1, 21]) await desk.requestTokens(collection, range(20, at * 32 + first));
    const child = startChild();
    let count = 0;
    desk.proxy.intercept = (call) => {
      if (call.method === method && ++count === nth) child.kill("SIGKILL");
      return "pass";
    };
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    seen.push((await transactions(desk)).at(-1)?.status ?? "");
  }
  expect(seen).toContain("SIGNED");
  desk.proxy.intercept = () => "pass";
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, range(200));
});

function startChild(): ChildProcess {
  const program = fileURLToPath(new URL("../../../testing/chain-child.ts", import.meta.url));
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      DATABASE_URL: desk.database.url,
      DATA_DIR: desk.context.config.dataDir,
      CHAIN_RPC_URL: desk.proxy.url,
      CHAIN_OPERATOR_KEY: desk.context.evm.operatorKey,
    },
  });
  process.once("exit", () => child.kill("SIGKILL"));
  return child;
}
