import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
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
let campaigns = 1;
/** The ids of all tokens that were requested. */
const tokens: number[] = [];
/** The operator's next nonce when a test begins. */
let next: number;

beforeAll(async () => {
  harness = await openChainHarness();
  collection = await harness.createCollection(campaigns);
});
afterAll(() => harness.close());
beforeEach(async () => {
  harness.proxy.intercept = () => "pass";
  await harness.chain.request("evm_setAutomine", true);
  // Lets the node suggest low fees again after a test that raised them.
  await harness.chain.mineBlocks(30);
  next = Number(await harness.chain.request("eth_getTransactionCount", harness.chain.operator, "latest"));
});

async function requestTokens(count: number): Promise<void> {
  const ids = range(count, tokens.length + 1);
  tokens.push(...ids);
  await harness.requestTokens(collection, ids);
}

const disableAutomine = () => harness.chain.request("evm_setAutomine", false);
const lastTransaction = async () => (await transactions(harness)).at(-1);
const alarms = async () => (await listActiveAlarms(harness.context.db)).map(({ kind }) => kind);

/** Moves the clock past the bump interval and runs the transaction manager. */
async function waitAMinute(): Promise<void> {
  harness.context.clock.move(61);
  expect(await harness.runTxManager()).toEqual([]);
}

/** Sends a transaction with the operator's key from outside the program. */
async function sendForeign(nonce: number, { chain, context } = harness): Promise<string> {
  const fee = 50n * 10n ** 9n;
  const raw = await privateKeyToAccount(context.evm.operatorKey).signTransaction({
    type: "eip1559",
    chainId: 31_337,
    nonce,
    to: "0x00000000000000000000000000000000000000aa",
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: fee,
    maxPriorityFeePerGas: fee,
  });
  return String(await chain.request("eth_sendRawTransaction", raw));
}

test("a request whose nonce was used elsewhere is done once, with the next nonce", { retry: 0 }, async () => {
  await requestTokens(3);
  harness.proxy.intercept = ({ method }) => (method === "eth_sendRawTransaction" ? "drop-request" : "pass");
  await harness.runTxManager();
  await sendForeign(next);
  harness.proxy.intercept = () => "pass";
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, tokens);
  expect((await transactions(harness)).map(({ nonce, status }) => [nonce, status]).slice(next)).toEqual([
    [next, "REPLACED"],
    [next + 1, "CONFIRMED"],
  ]);
});

// Has a chain of its own, because the operator's foreign transaction stays unknown to the program.
test("nonces pending elsewhere are not used again", async () => {
  const own = await openChainHarness();
  onTestFinished(own.close);
  const contract = await own.createCollection(1);
  await own.chain.request("evm_setAutomine", false);
  await sendForeign(2, own);
  await own.requestTokens(contract, [1]);
  await own.runTxManager();
  expect((await transactions(own)).at(-1)).toMatchObject({ nonce: 3, status: "SENT" });
  await own.chain.mineBlocks();
  await own.runUntilIdle();
  expect(await totalSupply(own.chain, contract)).toBe(1);
});

test("assigned nonces are not assigned again before they are broadcast", async () => {
  harness.proxy.intercept = ({ method }) => (method === "eth_sendRawTransaction" ? "drop-request" : "pass");
  await requestTokens(1);
  expect(await harness.runTxManager()).toEqual([]);
  await requestTokens(1);
  expect(await harness.runTxManager()).toEqual([]);
  expect((await transactions(harness)).map(({ nonce, status }) => [nonce, status]).slice(next)).toEqual([
    [next, "SIGNED"],
    [next + 1, "SIGNED"],
  ]);
  harness.proxy.intercept = () => "pass";
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, tokens);
});

test("fees of a transaction stuck for a minute are bumped by an eighth at the same nonce", async () => {
  await disableAutomine();
  await requestTokens(2);
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
  await expectExactlyOnce(harness, collection, tokens);
  expect(harness.outcomes.at(-1)?.outcome).toEqual({ ok: true, hash: second?.hash });
});

test("counts the first attempt if it is mined after a fee bump", async () => {
  await disableAutomine();
  await requestTokens(1);
  await harness.runTxManager();
  const first = await lastTransaction();
  harness.proxy.intercept = ({ method }) => (method === "eth_sendRawTransaction" ? "drop-request" : "pass");
  await waitAMinute();
  expect((await lastTransaction())?.hashes).toHaveLength(2);
  await harness.chain.mineBlocks();
  harness.proxy.intercept = () => "pass";
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, tokens);
  expect(await lastTransaction()).toMatchObject({ status: "CONFIRMED", hash: first?.hash });
});

test("cancels a nonce after six attempts and does the work with the next one", async () => {
  await disableAutomine();
  await requestTokens(2);
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
  await expectExactlyOnce(harness, collection, tokens);
  expect(
    (await transactions(harness))
      .slice(next)
      .map(({ nonce, status, hash }) => [nonce, status, hash === cancellation?.hash]),
  ).toEqual([
    [next, "REPLACED", true],
    [next + 1, "CONFIRMED", false],
  ]);
  expect(await alarms()).toEqual([]);
});

test("retries a cancellation hourly below the fee maximum, and alarms until its nonce is mined", async () => {
  await disableAutomine();
  await requestTokens(2);
  await harness.runTxManager();
  for (let attempt = 1; attempt <= 6; attempt++) await waitAMinute();
  expect((await lastTransaction())?.hashes).toHaveLength(7);
  const [raised] = await listActiveAlarms(harness.context.db);
  expect(raised).toMatchObject({ kind: "STUCK", message: expect.stringContaining(`nonce ${next} of`) });
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
  await expectExactlyOnce(harness, collection, tokens);
});

test("cancels a nonce that was reserved elsewhere in the same steps as its own", async () => {
  await disableAutomine();
  const foreign = await sendForeign(next);
  await requestTokens(1);
  await harness.runTxManager();
  await harness.chain.request("anvil_dropTransaction", foreign);
  await harness.chain.mineBlocks();
  const filler = async () => (await transactions(harness)).find(({ nonce }) => nonce === next);
  for (let attempt = 1; attempt <= 5; attempt++) await waitAMinute();
  expect((await filler())?.hashes).toHaveLength(5);
  expect(await alarms()).toEqual([]);
  for (let minute = 0; minute < 3; minute++) await waitAMinute();
  expect((await filler())?.hashes).toHaveLength(6);
  expect(await alarms()).toEqual(["STUCK"]);
  await harness.chain.mineBlocks();
  await harness.runUntilIdle();
  expect(await alarms()).toEqual([]);
  await expectExactlyOnce(harness, collection, tokens);
});

test("broadcasts the same bytes again after a node dropped a transaction", async () => {
  await disableAutomine();
  await requestTokens(2);
  await harness.runTxManager();
  const sent = await lastTransaction();
  await harness.chain.request("anvil_dropTransaction", sent?.hash);
  await harness.chain.mineBlocks();
  expect(await totalSupply(harness.chain, collection)).toBe(tokens.length - 2);
  harness.context.clock.move(11);
  await harness.runTxManager();
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, tokens);
  expect(await lastTransaction()).toMatchObject({ hash: sent?.hash, hashes: [sent?.hash] });
});

test("fills a nonce that was reserved elsewhere and never used", async () => {
  await disableAutomine();
  const foreign = await sendForeign(next);
  await requestTokens(1);
  await harness.runTxManager();
  expect(await lastTransaction()).toMatchObject({ nonce: next + 1 });
  await harness.chain.request("anvil_dropTransaction", foreign);
  await harness.chain.mineBlocks();
  await harness.runTxManager();
  expect(await transactions(harness)).toHaveLength(next + 1);
  await waitAMinute();
  expect((await transactions(harness)).map(({ nonce }) => nonce)).toEqual(range(next + 2, 0));
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, tokens);
  expect(await harness.chain.request("eth_getBalance", tokenOwner(tokens.length), "latest")).toBe("0x0");
});

test("keeps at most eight transactions in flight", async () => {
  await disableAutomine();
  for (let request = 0; request < 9; request++) await harness.requestCollection(++campaigns);
  await harness.runTxManager();
  await harness.runTxManager();
  expect((await transactions(harness)).filter(({ status }) => status === "SENT")).toHaveLength(8);
  await harness.runUntilIdle();
  expect(harness.outcomes.slice(-9).map(({ outcome }) => outcome.ok)).toEqual(Array(9).fill(true));
});

/** Returns undefined if the node does not know the transaction. */
async function feesOf(hash: string | undefined): Promise<number | undefined> {
  const found = await harness.chain.request("eth_getTransactionByHash", hash);
  return typeof found === "object" && found !== null && "maxFeePerGas" in found
    ? Number(found.maxFeePerGas)
    : undefined;
}
