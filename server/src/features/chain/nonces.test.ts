import { privateKeyToAccount } from "viem/accounts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patience } from "../../testing/chain.ts";
import { type ChainDesk, holder, numbers, openChainDesk } from "../../testing/chain-desk.ts";
import { expectExactlyOnce, totalSupply, transactions } from "../../testing/exactly-once.ts";
import { chainAlarms } from "./index.ts";

vi.setConfig({ testTimeout: patience });

let desk: ChainDesk;
let collection: string;
beforeEach(async () => {
  desk = await openChainDesk();
  collection = await desk.collection(1);
});
afterEach(() => desk.close());

const mineByHand = () => desk.chain.ask("evm_setAutomine", false);
const lastOne = async () => (await transactions(desk)).at(-1);
const alarms = async () => (await chainAlarms(desk.context.db)).map(({ kind }) => kind);

/** A minute passes, and a worker looks. */
async function waitLong(): Promise<void> {
  desk.context.clock.move(61);
  expect(await desk.work()).toEqual([]);
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
  return String(await desk.chain.ask("eth_sendRawTransaction", raw));
}

test("where somebody else used the nonce, the work is done with the next one, once", async () => {
  await desk.ask(collection, [1, 2, 3]);
  desk.wire.behave = ({ method }) => (method === "eth_sendRawTransaction" ? "cut" : "pass");
  await desk.work();
  await sendByHand(2);
  desk.wire.behave = () => "pass";
  await desk.workOff();
  await expectExactlyOnce(desk, collection, [1, 2, 3]);
  expect((await transactions(desk)).map(({ nonce, status }) => [nonce, status]).slice(2)).toEqual([
    [2, "REPLACED"],
    [3, "CONFIRMED"],
  ]);
});

test("nonces that somebody else has in line are not used again", async () => {
  await mineByHand();
  await sendByHand(2);
  await desk.ask(collection, [1]);
  await desk.work();
  expect(await lastOne()).toMatchObject({ nonce: 3, status: "SENT" });
  await desk.chain.mine();
  await desk.workOff();
  expect(await totalSupply(desk.chain, collection)).toBe(1);
});

test("nonces that are given and not sent yet are not given again", async () => {
  desk.wire.behave = ({ method }) => (method === "eth_sendRawTransaction" ? "cut" : "pass");
  await desk.ask(collection, [1]);
  expect(await desk.work()).toEqual([]);
  await desk.ask(collection, [2]);
  expect(await desk.work()).toEqual([]);
  expect((await transactions(desk)).map(({ nonce, status }) => [nonce, status]).slice(2)).toEqual([
    [2, "SIGNED"],
    [3, "SIGNED"],
  ]);
  desk.wire.behave = () => "pass";
  await desk.workOff();
  await expectExactlyOnce(desk, collection, [1, 2]);
});

test("a transaction that is stuck for a minute is offered an eighth more for, at the same nonce", async () => {
  await mineByHand();
  await desk.ask(collection, [1, 2]);
  await desk.work();
  const first = await lastOne();
  desk.context.clock.move(30);
  await desk.work();
  expect(await lastOne()).toEqual(first);
  await waitLong();
  const second = await lastOne();
  expect(second).toMatchObject({ nonce: first?.nonce, status: "SENT", hashes: [first?.hash, second?.hash] });
  expect(second?.hash).not.toBe(first?.hash);
  const [before, after] = await Promise.all([first, second].map((one) => feesOf(one?.hash)));
  // The node keeps one for a nonce; the other it has put out of its way.
  expect(before).toBeUndefined();
  expect(after).toBeGreaterThan(0);
  await desk.workOff();
  await expectExactlyOnce(desk, collection, [1, 2]);
  expect(desk.told.at(-1)?.outcome).toEqual({ ok: true, hash: second?.hash });
});

test("where the first offer is mined after all, it counts", async () => {
  await mineByHand();
  await desk.ask(collection, [1]);
  await desk.work();
  const first = await lastOne();
  desk.wire.behave = ({ method }) => (method === "eth_sendRawTransaction" ? "cut" : "pass");
  await waitLong();
  expect((await lastOne())?.hashes).toHaveLength(2);
  await desk.chain.mine();
  desk.wire.behave = () => "pass";
  await desk.workOff();
  await expectExactlyOnce(desk, collection, [1]);
  expect(await lastOne()).toMatchObject({ status: "CONFIRMED", hash: first?.hash });
});

test("after too many offers the nonce is freed, and the work done with another", async () => {
  await mineByHand();
  await desk.ask(collection, [1, 2]);
  await desk.work();
  for (let offer = 0; offer < 5; offer++) await waitLong();
  expect(await alarms()).toEqual([]);
  expect((await lastOne())?.hashes).toHaveLength(6);
  await waitLong();
  expect(await alarms()).toEqual(["STUCK"]);
  const blank = await lastOne();
  expect(blank?.hashes).toHaveLength(7);
  await desk.chain.mine();
  await desk.workOff();
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
  await desk.ask(collection, [1, 2]);
  await desk.work();
  const sent = await lastOne();
  await desk.chain.ask("anvil_dropTransaction", sent?.hash);
  await desk.chain.mine();
  expect(await totalSupply(desk.chain, collection)).toBe(0);
  desk.context.clock.move(11);
  await desk.work();
  await desk.workOff();
  await expectExactlyOnce(desk, collection, [1, 2]);
  expect(await lastOne()).toMatchObject({ hash: sent?.hash, hashes: [sent?.hash] });
});

test("a nonce that somebody took and never used is filled, so that what comes after it is mined", async () => {
  await mineByHand();
  const foreign = await sendByHand(2);
  await desk.ask(collection, [1]);
  await desk.work();
  expect(await lastOne()).toMatchObject({ nonce: 3 });
  await desk.chain.ask("anvil_dropTransaction", foreign);
  await desk.chain.mine();
  await desk.work();
  expect(await transactions(desk)).toHaveLength(3);
  await waitLong();
  expect((await transactions(desk)).map(({ nonce }) => nonce)).toEqual([0, 1, 2, 3]);
  await desk.workOff();
  await expectExactlyOnce(desk, collection, [1]);
  expect(await desk.chain.ask("eth_getBalance", holder(1), "latest")).toBe("0x0");
});

test("no more than eight are in flight at a time", async () => {
  const others = [await desk.collection(2), await desk.collection(3)];
  await mineByHand();
  for (const other of others) await desk.ask(other, numbers(250));
  await desk.work();
  await desk.work();
  expect((await transactions(desk)).filter(({ status }) => status === "SENT")).toHaveLength(8);
  await desk.workOff();
  expect(desk.told.filter(({ item }) => item.startsWith("token "))).toHaveLength(500);
});

/** Undefined where the node does not know the transaction. */
async function feesOf(hash: string | undefined): Promise<number | undefined> {
  const found = await desk.chain.ask("eth_getTransactionByHash", hash);
  return typeof found === "object" && found !== null && "maxFeePerGas" in found
    ? Number(found.maxFeePerGas)
    : undefined;
}
