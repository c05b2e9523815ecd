import { privateKeyToAccount } from "viem/accounts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CHAIN_TIMEOUT_MS } from "../../../testing/chain.ts";
import { type ChainHarness, openChainHarness, range, tokenOwner } from "../../../testing/chain-harness.ts";
import { expectExactlyOnce, totalSupply, transactions } from "../../../testing/exactly-once.ts";
import { listActiveAlarms } from "../index.ts";

vi.setConfig({ testTimeout: CHAIN_TIMEOUT_MS });

let desk: ChainHarness;
let collection: string;
beforeEach(async () => {
  desk = await openChainHarness();
  collection = await desk.createCollection(1);
});
afterEach(() => desk.close());

const mineByHand = () => desk.chain.request("evm_setAutomine", false);
const lastOne = async () => (await transactions(desk)).at(-1);
const alarms = async () => (await listActiveAlarms(desk.context.db)).map(({ kind }) => kind);

/** A minute passes, and a worker looks. */
async function waitLong(): Promise<void> {
  desk.context.clock.move(61);
  expect(await desk.runTxManager()).toEqual([]);
}

/** Somebody else uses the operator's key. */
async function sendByHand(nonce: number, gwei = 50n): Promise<string> {
  const raw = await privateKeyToAccount(desk.context.evm.operatorKey).signTransaction({
    type: "eip1559",
    chainId: 31_337,
    nonce,
    to: "0x00000000000000000000000000000000000000aa",
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: gwei * 10n ** 9n,
    maxPriorityFeePerGas: gwei * 10n ** 9n,
  });
  return String(await desk.chain.request("eth_sendRawTransaction", raw));
}

test("where somebody else used the nonce, the work is done with the next one, once", async () => {
  await desk.requestTokens(collection, [1, 2, 3]);
  desk.proxy.intercept = ({ method }) => (method === "eth_sendRawTransaction" ? "cut" : "pass");
  await desk.runTxManager();
  await sendByHand(2);
  desk.proxy.intercept = () => "pass";
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, [1, 2, 3]);
  expect((await transactions(desk)).map(({ nonce, status }) => [nonce, status]).slice(2)).toEqual([
    [2, "REPLACED"],
    [3, "CONFIRMED"],
  ]);
});

test("nonces that somebody else has in line are not used again", async () => {
  await mineByHand();
  await sendByHand(2);
  await desk.requestTokens(collection, [1]);
  await desk.runTxManager();
  expect(await lastOne()).toMatchObject({ nonce: 3, status: "SENT" });
  await desk.chain.mine();
  await desk.runUntilIdle();
  expect(await totalSupply(desk.chain, collection)).toBe(1);
});

test("nonces that are given and not sent yet are not given again", async () => {
  desk.proxy.intercept = ({ method }) => (method === "eth_sendRawTransaction" ? "cut" : "pass");
  await desk.requestTokens(collection, [1]);
  expect(await desk.runTxManager()).toEqual([]);
  await desk.requestTokens(collection, [2]);
  expect(await desk.runTxManager()).toEqual([]);
  expect((await transactions(desk)).map(({ nonce, status }) => [nonce, status]).slice(2)).toEqual([
    [2, "SIGNED"],
    [3, "SIGNED"],
  ]);
  desk.proxy.intercept = () => "pass";
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, [1, 2]);
});

test("a transaction that is stuck for a minute is offered an eighth more for, at the same nonce", async () => {
  await mineByHand();
  await desk.requestTokens(collection, [1, 2]);
  await desk.runTxManager();
  const first = await lastOne();
  desk.context.clock.move(30);
  await desk.runTxManager();
  expect(await lastOne()).toEqual(first);
  await waitLong();
  const second = await lastOne();
  expect(second).toMatchObject({ nonce: first?.nonce, status: "SENT", hashes: [first?.hash, second?.hash] });
  expect(second?.hash).not.toBe(first?.hash);
  const [before, after] = await Promise.all([first, second].map((one) => feesOf(one?.hash)));
  // The node keeps one for a nonce; the other it has put out of its way.
  expect(before).toBeUndefined();
  expect(after).toBeGreaterThan(0);
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, [1, 2]);
  expect(desk.outcomes.at(-1)?.outcome).toEqual({ ok: true, hash: second?.hash });
});

test("where the first offer is mined after all, it counts", async () => {
  await mineByHand();
  await desk.requestTokens(collection, [1]);
  await desk.runTxManager();
  const first = await lastOne();
  desk.proxy.intercept = ({ method }) => (method === "eth_sendRawTransaction" ? "cut" : "pass");
  await waitLong();
  expect((await lastOne())?.hashes).toHaveLength(2);
  await desk.chain.mine();
  desk.proxy.intercept = () => "pass";
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, [1]);
  expect(await lastOne()).toMatchObject({ status: "CONFIRMED", hash: first?.hash });
});

test("after too many offers the nonce is freed, and the work done with another", async () => {
  await mineByHand();
  await desk.requestTokens(collection, [1, 2]);
  await desk.runTxManager();
  for (let offer = 0; offer < 5; offer++) await waitLong();
  expect(await alarms()).toEqual([]);
  expect((await lastOne())?.hashes).toHaveLength(6);
  await waitLong();
  expect(await alarms()).toEqual(["STUCK"]);
  const blank = await lastOne();
  expect(blank?.hashes).toHaveLength(7);
  await desk.chain.mine();
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, [1, 2]);
  expect(
    (await transactions(desk))
      .slice(2)
      .map(({ nonce, status, hash }) => [nonce, status, hash === blank?.hash]),
  ).toEqual([
    [2, "REPLACED", true],
    [3, "CONFIRMED", false],
  ]);
  expect(await alarms()).toEqual([]);
});

test("what a node has dropped is sent again, the same bytes", async () => {
  await mineByHand();
  await desk.requestTokens(collection, [1, 2]);
  await desk.runTxManager();
  const sent = await lastOne();
  await desk.chain.request("anvil_dropTransaction", sent?.hash);
  await desk.chain.mine();
  expect(await totalSupply(desk.chain, collection)).toBe(0);
  desk.context.clock.move(11);
  await desk.runTxManager();
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, [1, 2]);
  expect(await lastOne()).toMatchObject({ hash: sent?.hash, hashes: [sent?.hash] });
});

test("a nonce that somebody took and never used is filled, so that what comes after it is mined", async () => {
  await mineByHand();
  const foreign = await sendByHand(2);
  await desk.requestTokens(collection, [1]);
  await desk.runTxManager();
  expect(await lastOne()).toMatchObject({ nonce: 3 });
  await desk.chain.request("anvil_dropTransaction", foreign);
  await desk.chain.mine();
  await desk.runTxManager();
  expect(await transactions(desk)).toHaveLength(3);
  await waitLong();
  expect((await transactions(desk)).map(({ nonce }) => nonce)).toEqual([0, 1, 2, 3]);
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, [1]);
  expect(await desk.chain.request("eth_getBalance", tokenOwner(1), "latest")).toBe("0x0");
});

test("no more than eight are in flight at a time", async () => {
  const others = [await desk.createCollection(2), await desk.createCollection(3)];
  await mineByHand();
  for (const other of others) await desk.requestTokens(other, range(250));
  await desk.runTxManager();
  await desk.runTxManager();
  expect((await transactions(desk)).filter(({ status }) => status === "SENT")).toHaveLength(8);
  await desk.runUntilIdle();
  expect(desk.outcomes.filter(({ item }) => item.startsWith("token "))).toHaveLength(500);
});

/** Undefined where the node does not know the transaction. */
async function feesOf(hash: string | undefined): Promise<number | undefined> {
  const found = await desk.chain.request("eth_getTransactionByHash", hash);
  return typeof found === "object" && found !== null && "maxFeePerGas" in found
    ? Number(found.maxFeePerGas)
    : undefined;
}
