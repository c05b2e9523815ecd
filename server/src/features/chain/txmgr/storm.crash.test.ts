import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import {
  type ChainHarness,
  openChainHarness,
  range,
  startChainChild,
} from "../../../testing/chain/chain-harness.ts";
import { expectExactlyOnce, transactions } from "../../../testing/chain/exactly-once.ts";
import type { Interception } from "../../../testing/chain/rpc-proxy.ts";

let harness: ChainHarness;
afterEach(() => harness.close());

/** A seeded random number generator, from 0 to 1. */
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
  "drop-request",
  "drop-response",
  { status: 502, text: "Bad gateway" },
  { status: 200, text: "{" },
  { result: null },
  { error: { code: -32_005, message: "limit exceeded" } },
];

/** Faults of the chain between two runs, drawn by the same generator. */
const weather: readonly ((harness: ChainHarness, chance: number) => Promise<unknown>)[] = [
  ({ chain }) => chain.mineBlocks(),
  ({ chain }) => chain.mineBlocks(2),
  ({ chain }, chance) => chain.request("evm_setAutomine", chance < 0.7),
  ({ chain }) => chain.request("anvil_reorg", 1, []).catch(() => undefined),
  async (current) => current.context.clock.move(61),
  async (current) => current.context.clock.move(11),
  async (current, chance) => {
    const open = (await transactions(current)).filter(({ status }) => status === "SENT");
    const dropped = open[Math.floor(chance * open.length)];
    if (dropped !== undefined) await current.chain.request("anvil_dropTransaction", dropped.hash);
  },
];

test.each([11, 22, 33, 44, 55])("mints every token once through random failures (seed %i)", async (seed) => {
  harness = await openChainHarness({ name: "MAINNET", confirmations: 2 });
  const chance = chances(seed);
  const collection = await harness.createCollection(1);
  harness.proxy.intercept = () =>
    chance() < 0.05 ? (mishaps[Math.floor(chance() * mishaps.length)] ?? "pass") : "pass";
  for (let hour = 0; hour < 16; hour++) {
    if (hour < 10) await harness.requestTokens(collection, range(30, 1 + hour * 19));
    // Of two concurrent workers one gets the lock.
    await Promise.all([harness.runTxManager(), harness.runTxManager()]);
    await weather[Math.floor(chance() * weather.length)]?.(harness, chance());
  }
  harness.proxy.intercept = () => "pass";
  await harness.chain.request("evm_setAutomine", true);
  // Stuck transactions take a minute or more.
  const allNotified = () => harness.outcomes.filter(({ item }) => item.startsWith("token ")).length >= 201;
  for (let idleRound = 0; idleRound < 3 || (idleRound < 20 && !allNotified()); idleRound++) {
    await harness.chain.mineBlocks(3);
    harness.context.clock.move(61);
    await harness.runTxManager();
  }
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, range(201));
});

/** Kills a process during the n-th call of a method; the call arrives. */
const moments: readonly [string, number][] = [
  ["eth_call", 1],
  ["eth_getBalance", 1],
  ["eth_sendRawTransaction", 1],
  ["eth_sendRawTransaction", 2],
  ["eth_getTransactionReceipt", 1],
  ["eth_getTransactionReceipt", 4],
];

test("workers killed at random moments mint 200 tokens exactly once", async () => {
  harness = await openChainHarness();
  const collection = await harness.createCollection(1);
  const seen: string[] = [];
  for (const [at, [method, nth]] of moments.entries()) {
    for (const first of [1, 21]) await harness.requestTokens(collection, range(20, at * 32 + first));
    const child = startChainChild(harness);
    let count = 0;
    harness.proxy.intercept = (call) => {
      if (call.method === method && ++count === nth) child.kill("SIGKILL");
      return "pass";
    };
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    seen.push((await transactions(harness)).at(-1)?.status ?? "");
  }
  expect(seen).toContain("SIGNED");
  harness.proxy.intercept = () => "pass";
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, range(200));
});
