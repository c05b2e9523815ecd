import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { logOptions } from "../../../platform/log.ts";
import { createServer } from "../../../server.ts";
import { NODE_TIMEOUT_MS } from "../../../testing/chain/chain.ts";
import {
  type ChainHarness,
  findChainJob,
  openChainHarness,
  range,
} from "../../../testing/chain/chain-harness.ts";
import { expectExactlyOnce, transactions } from "../../../testing/chain/exactly-once.ts";
import type { Interception, RpcCall } from "../../../testing/chain/rpc-proxy.ts";
import { ChainUnreachable, getTokenOwner, listActiveAlarms } from "../index.ts";

let harness: ChainHarness;
let collection: string;
/** The ids of all tokens that were requested. */
const tokens: number[] = [];
/** Numbers of transactions and outcomes when a test begins. */
let [signed, noted] = [0, 0];

beforeAll(async () => {
  harness = await openChainHarness({ maxWeiPerGas: 100n * 10n ** 9n });
  collection = await harness.createCollection(1);
});
afterAll(() => harness.close());
beforeEach(async () => {
  restoreProxy();
  // Ends the alarms and the work of the test before.
  await harness.runUntilIdle();
  [signed, noted] = [(await transactions(harness)).length, harness.outcomes.length];
  await requestTokens(2);
});

async function requestTokens(count: number): Promise<void> {
  const ids = range(count, tokens.length + 1);
  tokens.push(...ids);
  await harness.requestTokens(collection, ids);
}

const alarms = async () => (await listActiveAlarms(harness.context.db)).map(({ kind }) => kind);
const restoreProxy = () => {
  harness.proxy.intercept = () => "pass";
};
const faultOnce =
  (method: string, way: Interception) =>
  (call: RpcCall): Interception =>
    call.method === method ? way : "pass";

test.each<[string, Interception, string]>([
  ["is down", "drop-request", "UNREACHABLE"],
  ["does not answer in time", "hang", "UNREACHABLE"],
  ["is overloaded", { status: 429, text: "slow down" }, "UNREACHABLE"],
  ["answers a page", { status: 200, text: "<html>Welcome</html>" }, "UNREACHABLE"],
  ["has troubles of its own", { error: { code: -32_603, message: "header not found" } }, "UNREACHABLE"],
  ["responds with text instead of a number", { result: "banana" }, "NONSENSE"],
  ["answers nothing", { result: null }, "NONSENSE"],
  ["is one of another chain", { result: "0x1" }, "WRONG_CHAIN"],
])("nothing is signed while a node %s, and work resumes automatically", async (_, way, alarm) => {
  harness.proxy.intercept = () => way;
  harness.setTimeoutMs(way === "hang" ? 50 : NODE_TIMEOUT_MS);
  expect(await harness.runTxManager()).toEqual([]);
  expect(await alarms()).toEqual([alarm]);
  expect(await transactions(harness)).toHaveLength(signed);
  expect(JSON.stringify(await listActiveAlarms(harness.context.db))).not.toContain("127.0.0.1");
  restoreProxy();
  harness.setTimeoutMs(NODE_TIMEOUT_MS);
  await harness.runUntilIdle();
  expect(await alarms()).toEqual([]);
  await expectExactlyOnce(harness, collection, tokens);
});

test.each<[string, (call: RpcCall) => Interception]>([
  ["a receipt of something else", faultOnce("eth_getTransactionReceipt", { result: receiptOf("0x1234") })],
  [
    "a receipt without a status",
    faultOnce("eth_getTransactionReceipt", { result: { transactionHash: "0x12" } }),
  ],
  ["a block that is no block", faultOnce("eth_getBlockByNumber", { result: [] })],
  ["a nonce that cannot be", faultOnce("eth_getTransactionCount", { result: `0x${"f".repeat(64)}` })],
  ["a balance of words", faultOnce("eth_getBalance", { result: "plenty" })],
])("rejects a node's response: %s", async (_, behave) => {
  harness.proxy.intercept = behave;
  expect(await harness.runTxManager()).toEqual([]);
  expect(await alarms()).toEqual(["NONSENSE"]);
  expect(harness.outcomes).toHaveLength(noted);
  restoreProxy();
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, tokens);
});

test("ignores a receipt from a block that is not part of the chain", async () => {
  harness.proxy.intercept = (call) => {
    if (call.method !== "eth_getTransactionReceipt") return "pass";
    return { result: { ...receiptOf(String(call.params[0])), blockNumber: "0x1" } };
  };
  await harness.runTxManager();
  expect(harness.outcomes).toHaveLength(noted);
  restoreProxy();
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, tokens);
});

test("a node that falls behind causes no second mint", async () => {
  await harness.runTxManager();
  const count = (await transactions(harness)).length;
  const behind: Record<string, Interception> = {
    eth_blockNumber: { result: "0x1" },
    eth_getTransactionCount: { result: "0x2" },
    eth_getTransactionReceipt: { result: null },
  };
  harness.proxy.intercept = ({ method }) => behind[method] ?? "pass";
  await harness.runTxManager();
  await harness.runTxManager();
  restoreProxy();
  await harness.runUntilIdle();
  expect(await transactions(harness)).toHaveLength(count);
  await expectExactlyOnce(harness, collection, tokens);
});

test("signs nothing without funds, and resumes once there are some", async () => {
  const { chain } = harness;
  await chain.fund(chain.operator, 10n ** 12n);
  for (let run = 0; run < 3; run++) await harness.runTxManager();
  expect(await transactions(harness)).toHaveLength(signed);
  const [alarm] = await listActiveAlarms(harness.context.db);
  expect(alarm).toMatchObject({ network: "LOCAL", kind: "NO_FUNDS" });
  expect(alarm?.message).toContain(chain.operator);
  expect(alarm?.message).toContain("0.000001");
  await chain.fund(chain.operator, 10n ** 18n);
  await harness.runUntilIdle();
  expect(await alarms()).toEqual([]);
  await expectExactlyOnce(harness, collection, tokens);
});

test("loses nothing if funds run out between signing and broadcasting", async () => {
  const { chain, proxy } = harness;
  // More than one transaction mints.
  await requestTokens(50);
  proxy.intercept = faultOnce("eth_sendRawTransaction", "drop-request");
  await harness.runTxManager();
  await chain.fund(chain.operator, 0n);
  restoreProxy();
  await harness.runTxManager();
  expect(await alarms()).toEqual(["NO_FUNDS"]);
  expect((await transactions(harness)).slice(signed).map(({ status }) => status)).toEqual([
    "SIGNED",
    "SIGNED",
  ]);
  await chain.fund(chain.operator, 10n ** 18n);
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, tokens);
});

test("waits while gas costs more than the maximum", async () => {
  const { chain } = harness;
  await chain.request("anvil_setNextBlockBaseFeePerGas", `0x${(500n * 10n ** 9n).toString(16)}`);
  await chain.mineBlocks();
  await harness.runTxManager();
  expect(await alarms()).toEqual(["FEES_TOO_HIGH"]);
  expect(await transactions(harness)).toHaveLength(signed);
  await chain.request("anvil_setNextBlockBaseFeePerGas", "0x3b9aca00");
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, tokens);
});

test("broadcasts a transaction again after a node rejected it", async () => {
  harness.proxy.intercept = faultOnce("eth_sendRawTransaction", {
    error: { code: -32_000, message: "not today, see https://node.example/key/s3cret" },
  });
  await harness.runTxManager();
  const [alarm] = await listActiveAlarms(harness.context.db);
  expect(alarm).toMatchObject({ kind: "REFUSED", message: expect.stringContaining("not today") });
  expect(alarm?.message).not.toContain("s3cret");
  restoreProxy();
  harness.context.clock.move(11);
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, tokens);
});

test("logs an alarm once an hour, however often it is raised", async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(line, _, done) {
      lines.push(String(line));
      done();
    },
  });
  const context = { ...harness.context, log: pino(logOptions("error"), sink) };
  // Earlier alarms are older than an hour.
  harness.context.clock.move(3_601);
  const runTxManagerJob = () => findChainJob("work-on-chain").run(context, { network: "LOCAL" });
  harness.proxy.intercept = () => "drop-request";
  await runTxManagerJob();
  await runTxManagerJob();
  restoreProxy();
  await runTxManagerJob();
  harness.proxy.intercept = () => "drop-request";
  await runTxManagerJob();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("UNREACHABLE");
  harness.context.clock.move(3_601);
  await runTxManagerJob();
  expect(lines).toHaveLength(2);
});

test("health and metrics show the backlog, its age and alarms, and no secrets", async () => {
  const app = await createServer(harness.context, { site: false });
  const health = async () => {
    const { statusCode, body, json } = await app.inject("/api/v1/health");
    // No worker process runs here, which health may report too.
    const isOfChain = ({ part }: { part: string }) => part !== "queue";
    return { statusCode, text: body, degraded: json().body.degraded.filter(isOfChain) };
  };
  const metrics = async () =>
    (await app.inject("/metrics")).body.split("\n").filter((line) => line.startsWith("wrapsody_chain_"));
  // Polled, because on a busy machine health leaves out a part that does not answer in time.
  await expect.poll(health).toMatchObject({ statusCode: 200, degraded: [] });
  expect(await metrics()).toEqual([
    'wrapsody_chain_waiting{network="LOCAL",of="token"} 2',
    'wrapsody_chain_oldest_seconds{network="LOCAL",of="token"} 0',
  ]);
  harness.proxy.intercept = () => ({ error: { code: -32_603, message: "the key s3cret is used up" } });
  await harness.runTxManager();
  harness.context.clock.move(90);
  const since = new Date(harness.context.clock.now().getTime() - 90_000).toISOString();
  const degraded = [{ part: "chain", of: "LOCAL", kind: "UNREACHABLE", since }];
  await expect.poll(health).toMatchObject({ statusCode: 200, degraded });
  expect(await metrics()).toEqual([
    'wrapsody_chain_alarms{network="LOCAL",kind="UNREACHABLE"} 1',
    'wrapsody_chain_waiting{network="LOCAL",of="token"} 2',
    'wrapsody_chain_oldest_seconds{network="LOCAL",of="token"} 90',
  ]);
  expect((await health()).text + (await metrics()).join("")).not.toMatch(/s3cret|127\.0\.0\.1/);
  restoreProxy();
  await harness.runUntilIdle();
  await expect.poll(health).toMatchObject({ statusCode: 200, degraded: [] });
  expect(await metrics()).toEqual([]);
  await app.close();
});

test("reading while the node is unreachable fails instead of returning nothing", async () => {
  harness.proxy.intercept = () => "drop-request";
  const owner = getTokenOwner(harness.context, { network: "LOCAL", contract: collection, tokenId: 1 });
  await expect(owner).rejects.toThrow(ChainUnreachable);
  await expect(owner).rejects.toThrow("try again");
});

function receiptOf(hash: string) {
  return { transactionHash: hash, status: "0x1", blockNumber: "0x3", blockHash: `0x${"1".repeat(64)}` };
}
