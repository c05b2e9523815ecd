import { Writable } from "node:stream";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { logOptions } from "../../../platform/log.ts";
import { createServer } from "../../../server.ts";
import { CHAIN_TIMEOUT_MS } from "../../../testing/chain.ts";
import { type ChainHarness, findChainJob, openChainHarness, range } from "../../../testing/chain-harness.ts";
import { expectExactlyOnce, transactions } from "../../../testing/exactly-once.ts";
import type { Interception, RpcCall } from "../../../testing/rpc-proxy.ts";
import { ChainUnreachable, getTokenOwner, listActiveAlarms } from "../index.ts";

vi.setConfig({ testTimeout: CHAIN_TIMEOUT_MS });

let desk: ChainHarness;
let collection: string;
beforeEach(async () => {
  desk = await openChainHarness({ maxWeiPerGas: 100n * 10n ** 9n });
  collection = await desk.createCollection(1);
  await desk.requestTokens(collection, range(60));
});
afterEach(() => desk.close());

const alarms = async () => (await listActiveAlarms(desk.context.db)).map(({ kind }) => kind);
const mend = () => {
  desk.proxy.intercept = () => "pass";
};
const one =
  (method: string, way: Interception) =>
  (call: RpcCall): Interception =>
    call.method === method ? way : "pass";

test.each<[string, Interception, string]>([
  ["is down", "cut", "UNREACHABLE"],
  ["does not answer in time", "hang", "UNREACHABLE"],
  ["is overloaded", { status: 429, text: "slow down" }, "UNREACHABLE"],
  ["answers a page", { status: 200, text: "<html>Welcome</html>" }, "UNREACHABLE"],
  ["has troubles of its own", { error: { code: -32_603, message: "header not found" } }, "UNREACHABLE"],
  ["answers what is no number", { result: "banana" }, "NONSENSE"],
  ["answers nothing", { result: null }, "NONSENSE"],
  ["is one of another chain", { result: "0x1" }, "WRONG_CHAIN"],
])("while a node %s nothing is signed, and then all goes on by itself", async (_, way, alarm) => {
  desk.proxy.intercept = () => way;
  desk.setTimeoutMs(way === "hang" ? 2_000 : CHAIN_TIMEOUT_MS);
  expect(await desk.runTxManager()).toEqual([]);
  expect(await alarms()).toEqual([alarm]);
  expect(await transactions(desk)).toHaveLength(2);
  expect(JSON.stringify(await listActiveAlarms(desk.context.db))).not.toContain("127.0.0.1");
  mend();
  desk.setTimeoutMs(CHAIN_TIMEOUT_MS);
  await desk.runUntilIdle();
  expect(await alarms()).toEqual([]);
  await expectExactlyOnce(desk, collection, range(60));
});

test.each<[string, (call: RpcCall) => Interception]>([
  ["a receipt of something else", one("eth_getTransactionReceipt", { result: receiptOf("0x1234") })],
  ["a receipt without a status", one("eth_getTransactionReceipt", { result: { transactionHash: "0x12" } })],
  ["a block that is no block", one("eth_getBlockByNumber", { result: [] })],
  ["a nonce that cannot be", one("eth_getTransactionCount", { result: `0x${"f".repeat(64)}` })],
  ["a balance of words", one("eth_getBalance", { result: "plenty" })],
])("a node that answers %s is not believed", async (_, behave) => {
  desk.proxy.intercept = behave;
  expect(await desk.runTxManager()).toEqual([]);
  expect(await alarms()).toEqual(["NONSENSE"]);
  expect(desk.outcomes).toHaveLength(1);
  mend();
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, range(60));
});

test("a receipt from a block that the chain does not have is not believed", async () => {
  desk.proxy.intercept = (call) => {
    if (call.method !== "eth_getTransactionReceipt") return "pass";
    return { result: { ...receiptOf(String(call.params[0])), blockNumber: "0x1" } };
  };
  await desk.runTxManager();
  expect(desk.outcomes).toHaveLength(1);
  mend();
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, range(60));
});

test("a node that falls behind makes nobody mint again", async () => {
  await desk.runTxManager();
  const count = (await transactions(desk)).length;
  const behind: Record<string, Interception> = {
    eth_blockNumber: { result: "0x1" },
    eth_getTransactionCount: { result: "0x2" },
    eth_getTransactionReceipt: { result: null },
  };
  desk.proxy.intercept = ({ method }) => behind[method] ?? "pass";
  await desk.runTxManager();
  await desk.runTxManager();
  mend();
  await desk.runUntilIdle();
  expect(await transactions(desk)).toHaveLength(count);
  await expectExactlyOnce(desk, collection, range(60));
});

test("who cannot pay signs nothing; the work waits, and goes on when there is money", async () => {
  const { chain } = desk;
  await chain.fund(chain.operator, 10n ** 12n);
  for (let shift = 0; shift < 3; shift++) await desk.runTxManager();
  expect(await transactions(desk)).toHaveLength(2);
  const [alarm] = await listActiveAlarms(desk.context.db);
  expect(alarm).toMatchObject({ network: "LOCAL", kind: "NO_FUNDS" });
  expect(alarm?.message).toContain(chain.operator);
  expect(alarm?.message).toContain("0.000001");
  await chain.fund(chain.operator, 10n ** 18n);
  await desk.runUntilIdle();
  expect(await alarms()).toEqual([]);
  await expectExactlyOnce(desk, collection, range(60));
});

test("money that runs out between signing and sending loses nothing either", async () => {
  const { chain, proxy } = desk;
  proxy.intercept = one("eth_sendRawTransaction", "cut");
  await desk.runTxManager();
  await chain.fund(chain.operator, 0n);
  mend();
  await desk.runTxManager();
  expect(await alarms()).toEqual(["NO_FUNDS"]);
  expect((await transactions(desk)).slice(2).map(({ status }) => status)).toEqual(["SIGNED", "SIGNED"]);
  await chain.fund(chain.operator, 10n ** 18n);
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, range(60));
});

test("gas above the most we give is waited out", async () => {
  const { chain } = desk;
  await chain.request("anvil_setNextBlockBaseFeePerGas", `0x${(500n * 10n ** 9n).toString(16)}`);
  await chain.mine();
  await desk.runTxManager();
  expect(await alarms()).toEqual(["FEES_TOO_HIGH"]);
  expect(await transactions(desk)).toHaveLength(2);
  await chain.request("anvil_setNextBlockBaseFeePerGas", "0x3b9aca00");
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, range(60));
});

test("a node that refuses a transaction for reasons of its own gets it again", async () => {
  desk.proxy.intercept = one("eth_sendRawTransaction", {
    error: { code: -32_000, message: "not today, see https://node.example/key/s3cret" },
  });
  await desk.runTxManager();
  const [alarm] = await listActiveAlarms(desk.context.db);
  expect(alarm).toMatchObject({ kind: "REFUSED", message: expect.stringContaining("not today") });
  expect(alarm?.message).not.toContain("s3cret");
  mend();
  desk.context.clock.move(11);
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, range(60));
});

test("the log is told of an alarm once an hour, however often it comes and goes", async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(line, _, done) {
      lines.push(String(line));
      done();
    },
  });
  const context = { ...desk.context, log: pino(logOptions("error"), sink) };
  const work = () => findChainJob("work-on-chain").run(context, { network: "LOCAL" });
  desk.proxy.intercept = () => "cut";
  await work();
  await work();
  mend();
  await work();
  desk.proxy.intercept = () => "cut";
  await work();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("UNREACHABLE");
  desk.context.clock.move(3_601);
  await work();
  expect(lines).toHaveLength(2);
});

test("whoever operates the program is told what waits, for how long and why, and nothing that is secret", async () => {
  const app = await createServer(desk.context, { site: false });
  const health = async () => {
    const { statusCode, body, json } = await app.inject("/api/v1/health");
    return { statusCode, text: body, degraded: json().body.degraded };
  };
  const metrics = async () =>
    (await app.inject("/metrics")).body.split("\n").filter((line) => line.startsWith("wrapsody_chain_"));
  // What does not answer in time is left out, on a busy machine, too.
  await expect.poll(health).toMatchObject({ statusCode: 200, degraded: [] });
  expect(await metrics()).toEqual([
    'wrapsody_chain_waiting{network="LOCAL",of="token"} 60',
    'wrapsody_chain_oldest_seconds{network="LOCAL",of="token"} 0',
  ]);
  desk.proxy.intercept = () => ({ error: { code: -32_603, message: "the key s3cret is used up" } });
  await desk.runTxManager();
  desk.context.clock.move(90);
  const since = new Date(desk.context.clock.now().getTime() - 90_000).toISOString();
  const degraded = [{ part: "chain", of: "LOCAL", kind: "UNREACHABLE", since }];
  await expect.poll(health).toMatchObject({ statusCode: 200, degraded });
  expect(await metrics()).toEqual([
    'wrapsody_chain_alarms{network="LOCAL",kind="UNREACHABLE"} 1',
    'wrapsody_chain_waiting{network="LOCAL",of="token"} 60',
    'wrapsody_chain_oldest_seconds{network="LOCAL",of="token"} 90',
  ]);
  expect((await health()).text + (await metrics()).join("")).not.toMatch(/s3cret|127\.0\.0\.1/);
  mend();
  await desk.runUntilIdle();
  await expect.poll(health).toMatchObject({ statusCode: 200, degraded: [] });
  expect(await metrics()).toEqual([]);
  await app.close();
});

test("who reads while the node is away is told to try again, and not that there is nothing", async () => {
  desk.proxy.intercept = () => "cut";
  const asked = getTokenOwner(desk.context, { network: "LOCAL", contract: collection, tokenId: 1 });
  await expect(asked).rejects.toThrow(ChainUnreachable);
  await expect(asked).rejects.toThrow("try again");
});

function receiptOf(hash: string) {
  return { transactionHash: hash, status: "0x1", blockNumber: "0x3", blockHash: `0x${"1".repeat(64)}` };
}
