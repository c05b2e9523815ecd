import { privateKeyToAccount } from "viem/accounts";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type ChainHarness,
  openChainHarness,
  range,
  tokenOwner,
} from "../../../testing/chain/chain-harness.ts";
import { expectExactlyOnce, totalSupply, transactions } from "../../../testing/chain/exactly-once.ts";
import { listActiveAlarms } from "../index.ts";

let harness: ChainHarness;
let collection: string;
beforeEach(async () => {
  harness = await openChainHarness();
  collection = await harness.createCollection(1);
});
afterEach(() => harness.close());

const disableAutomine = () => harness.chain.request("evm_setAutomine", false);
const lastTransaction = async () => (await transactions(harness)).at(-1);
const alarms = async () => (await listActiveAlarms(harness.context.db)).map(({ kind }) => kind);

/** Moves the clock past the bump interval and runs the transaction manager. */
async function waitAMinute(): Promise<void> {
  harness.context.clock.move(61);
  expect(await harness.runTxManager()).toEqual([]);
}

/** Sends a transaction with the operator's key from outside the program. */
async function sendForeign(nonce: number, gwei = 50n): Promise<string> {
  const raw = await privateKeyToAccount(harness.context.evm.operatorKey).signTransaction({
    type: "eip1559",
    chainId: 31_337,
    nonce,
    to: "0x00000000000000000000000000000000000000aa",
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: gwei * 10n ** 9n,
    maxPriorityFeePerGas: gwei * 10n ** 9n,
  });
  return String(await harness.chain.request("eth_sendRawTransaction", raw));
}

test("a request whose nonce was used elsewhere is done once, with the next nonce", { retry: 0 }, async () => {
  await harness.requestTokens(collection, [1, 2, 3]);
  harness.proxy.intercept = ({ method }) => (method === "eth_sendRawTransaction" ? "drop-request" : "pass");
  await harness.runTxManager();
  await sendForeign(2);
  harness.proxy.intercept = () => "pass";
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, [1, 2, 3]);
  expect((await transactions(harness)).map(({ nonce, status }) => [nonce, status]).slice(2)).toEqual([
    [2, "REPLACED"],
    [3, "CONFIRMED"],
  ]);
});

test("nonces pending elsewhere are not used again", async () => {
  await disableAutomine();
  await sendForeign(2);
  await harness.requestTokens(collection, [1]);
  await harness.runTxManager();
  expect(await lastTransaction()).toMatchObject({ nonce: 3, status: "SENT" });
  await harness.chain.mineBlocks();
  await harness.runUntilIdle();
  expect(await totalSupply(harness.chain, collection)).toBe(1);
});

test("assigned nonces are not assigned again before they are broadcast", async () => {
  harness.proxy.intercept = ({ method }) => (method === "eth_sendRawTransaction" ? "drop-request" : "pass");
  await harness.requestTokens(collection, [1]);
  expect(await harness.runTxManager()).toEqual([]);
  await harness.requestTokens(collection, [2]);
  expect(await harness.runTxManager()).toEqual([]);
  expect((await transactions(harness)).map(({ nonce, status }) => [nonce, status]).slice(2)).toEqual([
    [2, "SIGNED"],
    [3, "SIGNED"],
  ]);
  harness.proxy.intercept = () => "pass";
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, [1, 2]);
});

test("fees of a transaction stuck for a minute are bumped by an eighth at the same nonce", async () => {
  await disableAutomine();
  await harness.requestTokens(collection, [1, 2]);
  await harness.runTxManager();
  const first = await lastTransaction();
  harness.context.clock.move(30);
  await harness.runTxManager();
  expect(await lastTransaction()).toEqual(first);
  await waitAMinute();
  const second = await lastTransaction();
  expect(second).toMatchObject({ nonce: first?.nonce, status: "SENT", hashes: [first?.hash, second?.hash] });
  expect(second?.hash).not.toBe(first?.hash);
  const [before, after] = await Promise.all([first, second].map((transaction) => feesOf(transaction?.hash)));
  // The node keeps one transaction per nonce and has dropped the other.
  expect(before).toBeUndefined();
  expect(after).toBeGreaterThan(0);
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, [1, 2]);
  expect(harness.outcomes.at(-1)?.outcome).toEqual({ ok: true, hash: second?.hash });
});

test("counts the first attempt if it is mined after a fee bump", async () => {
  await disableAutomine();
  await harness.requestTokens(collection, [1]);
  await harness.runTxManager();
  const first = await lastTransaction();
  harness.proxy.intercept = ({ method }) => (method === "eth_sendRawTransaction" ? "drop-request" : "pass");
  await waitAMinute();
  expect((await lastTransaction())?.hashes).toHaveLength(2);
  await harness.chain.mineBlocks();
  harness.proxy.intercept = () => "pass";
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, [1]);
  expect(await lastTransaction()).toMatchObject({ status: "CONFIRMED", hash: first?.hash });
});

test("cancels a nonce after six attempts and does the work with the next one", async () => {
  await disableAutomine();
  await harness.requestTokens(collection, [1, 2]);
  await harness.runTxManager();
  for (let bump = 0; bump < 5; bump++) await waitAMinute();
  expect(await alarms()).toEqual([]);
  expect((await lastTransaction())?.hashes).toHaveLength(6);
  await waitAMinute();
  expect(await alarms()).toEqual(["STUCK"]);
  const cancellation = await lastTransaction();
  expect(cancellation?.hashes).toHaveLength(7);
  await harness.chain.mineBlocks();
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, [1, 2]);
  expect(
    (await transactions(harness))
      .slice(2)
      .map(({ nonce, status, hash }) => [nonce, status, hash === cancellation?.hash]),
  ).toEqual([
    [2, "REPLACED", true],
    [3, "CONFIRMED", false],
  ]);
  expect(await alarms()).toEqual([]);
});

test("retries a cancellation hourly below the fee maximum, and alarms until its nonce is mined", async () => {
  await disableAutomine();
  await harness.requestTokens(collection, [1, 2]);
  await harness.runTxManager();
  for (let attempt = 1; attempt <= 6; attempt++) await waitAMinute();
  expect((await lastTransaction())?.hashes).toHaveLength(7);
  const [raised] = await listActiveAlarms(harness.context.db);
  expect(raised).toMatchObject({ kind: "STUCK", message: expect.stringContaining("nonce 2 of") });
  // No longer every minute.
  for (let minute = 0; minute < 5; minute++) await waitAMinute();
  expect((await lastTransaction())?.hashes).toHaveLength(7);
  harness.proxy.intercept = () => "drop-request";
  await waitAMinute();
  expect(await alarms()).toEqual(["STUCK", "UNREACHABLE"]);
  harness.proxy.intercept = () => "pass";
  harness.context.clock.move(3_600);
  await harness.runTxManager();
  const retried = await lastTransaction();
  expect(retried?.hashes).toHaveLength(8);
  await waitAMinute();
  expect((await lastTransaction())?.hashes).toHaveLength(8);
  // Above the maximum the same bytes are only broadcast again.
  for (const network of harness.context.evm.networks.values()) network.maxWeiPerGas = 10n ** 9n;
  harness.context.clock.move(3_600);
  await harness.runTxManager();
  expect(await lastTransaction()).toEqual(retried);
  expect(await alarms()).toEqual(["FEES_TOO_HIGH", "STUCK"]);
  for (const network of harness.context.evm.networks.values()) delete network.maxWeiPerGas;
  const [still] = (await listActiveAlarms(harness.context.db)).filter(({ kind }) => kind === "STUCK");
  expect(still?.since).toBe(raised?.since);
  await harness.chain.mineBlocks();
  await harness.runUntilIdle();
  expect(await alarms()).toEqual([]);
  await expectExactlyOnce(harness, collection, [1, 2]);
});

test("cancels a nonce that was reserved elsewhere in the same steps as its own", async () => {
  await disableAutomine();
  const foreign = await sendForeign(2);
  await harness.requestTokens(collection, [1]);
  await harness.runTxManager();
  await harness.chain.request("anvil_dropTransaction", foreign);
  await harness.chain.mineBlocks();
  const filler = async () => (await transactions(harness)).find(({ nonce }) => nonce === 2);
  for (let attempt = 1; attempt <= 5; attempt++) await waitAMinute();
  expect((await filler())?.hashes).toHaveLength(5);
  expect(await alarms()).toEqual([]);
  for (let minute = 0; minute < 3; minute++) await waitAMinute();
  expect((await filler())?.hashes).toHaveLength(6);
  expect(await alarms()).toEqual(["STUCK"]);
  await harness.chain.mineBlocks();
  await harness.runUntilIdle();
  expect(await alarms()).toEqual([]);
  await expectExactlyOnce(harness, collection, [1]);
});

test("broadcasts the same bytes again after a node dropped a transaction", async () => {
  await disableAutomine();
  await harness.requestTokens(collection, [1, 2]);
  await harness.runTxManager();
  const sent = await lastTransaction();
  await harness.chain.request("anvil_dropTransaction", sent?.hash);
  await harness.chain.mineBlocks();
  expect(await totalSupply(harness.chain, collection)).toBe(0);
  harness.context.clock.move(11);
  await harness.runTxManager();
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, [1, 2]);
  expect(await lastTransaction()).toMatchObject({ hash: sent?.hash, hashes: [sent?.hash] });
});

test("fills a nonce that was reserved elsewhere and never used", async () => {
  await disableAutomine();
  const foreign = await sendForeign(2);
  await harness.requestTokens(collection, [1]);
  await harness.runTxManager();
  expect(await lastTransaction()).toMatchObject({ nonce: 3 });
  await harness.chain.request("anvil_dropTransaction", foreign);
  await harness.chain.mineBlocks();
  await harness.runTxManager();
  expect(await transactions(harness)).toHaveLength(3);
  await waitAMinute();
  expect((await transactions(harness)).map(({ nonce }) => nonce)).toEqual([0, 1, 2, 3]);
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, [1]);
  expect(await harness.chain.request("eth_getBalance", tokenOwner(1), "latest")).toBe("0x0");
});

test("keeps at most eight transactions in flight", async () => {
  const others = [await harness.createCollection(2), await harness.createCollection(3)];
  await disableAutomine();
  for (const other of others) await harness.requestTokens(other, range(250));
  await harness.runTxManager();
  await harness.runTxManager();
  expect((await transactions(harness)).filter(({ status }) => status === "SENT")).toHaveLength(8);
  await harness.runUntilIdle();
  expect(harness.outcomes.filter(({ item }) => item.startsWith("token "))).toHaveLength(500);
});

/** Returns undefined if the node does not know the transaction. */
async function feesOf(hash: string | undefined): Promise<number | undefined> {
  const found = await harness.chain.request("eth_getTransactionByHash", hash);
  return typeof found === "object" && found !== null && "maxFeePerGas" in found
    ? Number(found.maxFeePerGas)
    : undefined;
}
