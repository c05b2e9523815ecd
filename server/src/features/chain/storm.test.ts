import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { patience } from "../../testing/chain.ts";
import { type ChainDesk, numbers, openChainDesk } from "../../testing/chain-desk.ts";
import { expectExactlyOnce, transactions } from "../../testing/exactly-once.ts";
import type { OnTheWay } from "../../testing/rpc-wire.ts";

vi.setConfig({ testTimeout: patience });

let desk: ChainDesk;
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

const mishaps: readonly OnTheWay[] = [
  "cut",
  "lose",
  { status: 502, text: "Bad gateway" },
  { status: 200, text: "{" },
  { result: null },
  { error: { code: -32_005, message: "limit exceeded" } },
];

/** What happens to the chain between two shifts, by the same chances. */
const weather: readonly ((desk: ChainDesk, chance: number) => Promise<unknown>)[] = [
  ({ chain }) => chain.mine(),
  ({ chain }) => chain.mine(2),
  ({ chain }, chance) => chain.ask("evm_setAutomine", chance < 0.7),
  ({ chain }) => chain.ask("anvil_reorg", 1, []).catch(() => undefined),
  async (given) => given.context.clock.move(61),
  async (given) => given.context.clock.move(11),
  async (given, chance) => {
    const open = (await transactions(given)).filter(({ status }) => status === "SENT");
    const dropped = open[Math.floor(chance * open.length)];
    if (dropped !== undefined) await given.chain.ask("anvil_dropTransaction", dropped.hash);
  },
];

test.each([11, 22, 33, 44, 55])(
  "whatever fails, every token is minted once and told once (seed %i)",
  { timeout: patience },
  async (seed) => {
    desk = await openChainDesk({ name: "MAINNET", confirmations: 2 });
    const chance = chances(seed);
    const collection = await desk.collection(1);
    desk.wire.behave = () =>
      chance() < 0.05 ? (mishaps[Math.floor(chance() * mishaps.length)] ?? "pass") : "pass";
    for (let hour = 0; hour < 16; hour++) {
      if (hour < 10) await desk.ask(collection, numbers(30, 1 + hour * 19));
      // Two workers call at once, and one of them works.
      await Promise.all([desk.work(), desk.work()]);
      await weather[Math.floor(chance() * weather.length)]?.(desk, chance());
    }
    desk.wire.behave = () => "pass";
    await desk.chain.ask("evm_setAutomine", true);
    // Some of what is stuck takes a minute, and another one after that.
    const isTold = () => desk.told.filter(({ item }) => item.startsWith("token ")).length >= 201;
    for (let calm = 0; calm < 3 || (calm < 20 && !isTold()); calm++) {
      await desk.chain.mine(3);
      desk.context.clock.move(61);
      await desk.work();
    }
    await desk.workOff();
    await expectExactlyOnce(desk, collection, numbers(201));
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
  timeout: patience,
}, async () => {
  desk = await openChainDesk();
  const collection = await desk.collection(1);
  const seen: string[] = [];
  for (const [at, [method, nth]] of moments.entries()) {
    for (const first of [1, 21]) await desk.ask(collection, numbers(20, at * 32 + first));
    const child = startChild();
    let count = 0;
    desk.wire.behave = (call) => {
      if (call.method === method && ++count === nth) child.kill("SIGKILL");
      return "pass";
    };
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    seen.push((await transactions(desk)).at(-1)?.status ?? "");
  }
  expect(seen).toContain("SIGNED");
  desk.wire.behave = () => "pass";
  await desk.workOff();
  await expectExactlyOnce(desk, collection, numbers(200));
});

function startChild(): ChildProcess {
  const program = fileURLToPath(new URL("../../testing/chain-child.ts", import.meta.url));
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      DATABASE_URL: desk.database.url,
      DATA_DIR: desk.context.config.dataDir,
      CHAIN_RPC_URL: desk.wire.url,
      CHAIN_OPERATOR_KEY: desk.context.evm.operatorKey,
    },
  });
  process.once("exit", () => child.kill("SIGKILL"));
  return child;
}
