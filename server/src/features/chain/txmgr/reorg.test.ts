import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type ChainHarness, openChainHarness, range } from "../../../testing/chain/chain-harness.ts";
import { expectExactlyOnce, totalSupply, transactions } from "../../../testing/chain/exactly-once.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { getTokenOwner } from "../index.ts";

let database: TestDatabase;
let harness: ChainHarness;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
afterEach(() => harness.close());

const tokenOutcomes = () => harness.outcomes.filter(({ item }) => item.startsWith("token "));
const statuses = async () => (await transactions(harness)).slice(2).map(({ status }) => status);
/** Polls the statuses, because anvil answers before it has mined a transaction. */
const mined = () =>
  expect.poll(async () => {
    await harness.runTxManager();
    return statuses();
  });

test("runs no continuation before the configured number of confirmations", async () => {
  harness = await openChainHarness({ name: "MAINNET", confirmations: 3 }, database);
  const collection = await harness.createCollection(1);
  await harness.requestTokens(collection, [1]);
  await mined().toEqual(["MINED"]);
  expect(await totalSupply(harness.chain, collection)).toBe(1);
  await harness.chain.mineBlocks();
  await harness.runTxManager();
  expect(tokenOutcomes()).toEqual([]);
  await harness.chain.mineBlocks();
  await harness.runTxManager();
  expect(await statuses()).toEqual(["CONFIRMED"]);
  expect(tokenOutcomes()).toHaveLength(1);
});

test("`finalized` follows the chain's tag, or 64 blocks if there is none", async () => {
  harness = await openChainHarness({ name: "POLYGON", confirmations: "finalized" }, database);
  const collection = await harness.createCollection(1);
  await harness.requestTokens(collection, [1]);
  await mined().toEqual(["MINED"]);
  await harness.chain.mineBlocks(62);
  await harness.runTxManager();
  expect(tokenOutcomes()).toEqual([]);
  await harness.chain.mineBlocks(2);
  await harness.runTxManager();
  expect(tokenOutcomes()).toHaveLength(1);
});

test("broadcasts the same bytes again after a reorg removed mined transactions", async () => {
  harness = await openChainHarness({ name: "MAINNET", confirmations: 5 }, database);
  const collection = await harness.createCollection(1);
  await harness.chain.mineBlocks(3);
  const snapshot = await harness.chain.request("evm_snapshot");
  await harness.requestTokens(collection, range(60));
  await mined().toEqual(["MINED", "MINED"]);
  const before = await transactions(harness);
  await harness.chain.request("evm_revert", snapshot);
  await harness.chain.request("evm_setAutomine", false);
  await harness.chain.mineBlocks();
  expect(await totalSupply(harness.chain, collection)).toBe(0);
  await harness.runTxManager();
  expect(await statuses()).toEqual(["SENT", "SENT"]);
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, range(60));
  expect((await transactions(harness)).map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash));
});

test("counts confirmations from the new block after a reorg", async () => {
  harness = await openChainHarness({ name: "MAINNET", confirmations: 5 }, database);
  const collection = await harness.createCollection(1);
  await harness.requestTokens(collection, [1]);
  await mined().toEqual(["MINED"]);
  await harness.chain.request("anvil_reorg", 1, []);
  await harness.chain.mineBlocks(2);
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, [1]);
});

test("redoes confirmed work after a deep reorg without a second continuation", async () => {
  harness = await openChainHarness({ name: "LINEA", confirmations: 1 }, database);
  const collection = await harness.createCollection(1);
  await harness.chain.mineBlocks(3);
  const before = await harness.chain.request("evm_snapshot");
  await harness.requestTokens(collection, range(60));
  await harness.runUntilIdle();
  expect(tokenOutcomes()).toHaveLength(60);
  await harness.chain.request("evm_revert", before);
  await harness.chain.mineBlocks(5);
  expect(await totalSupply(harness.chain, collection)).toBe(0);
  await harness.runTxManager();
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, range(60));
});

test("redoes work after a reorg that lost its nonce, without a second continuation", async () => {
  harness = await openChainHarness({ name: "LINEA", confirmations: 1 }, database);
  const { chain } = harness;
  const collection = await harness.createCollection(1);
  const before = await chain.request("evm_snapshot");
  await harness.requestTokens(collection, [1, 2]);
  await harness.runUntilIdle();
  await chain.request("evm_revert", before);
  await chain.request("anvil_impersonateAccount", chain.operator);
  await chain.send({ from: chain.operator, to: chain.operator });
  await chain.mineBlocks(5);
  await harness.runTxManager();
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, [1, 2]);
  expect(await statuses()).toEqual(["REPLACED", "CONFIRMED"]);
});

test("restores an emptied chain at the same addresses", async () => {
  harness = await openChainHarness({}, database);
  const { chain, context } = harness;
  const empty = await chain.request("evm_snapshot");
  const collection = await harness.createCollection(1);
  await harness.requestTokens(collection, range(120));
  await harness.runUntilIdle();
  await chain.request("evm_revert", empty);
  expect(await chain.request("eth_getCode", collection, "latest")).toBe("0x");
  // Each run restores more of it.
  await expect
    .poll(async () => [await harness.runTxManager(), await totalSupply(chain, collection)])
    .toEqual([[], 120]);
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, range(120));
  expect(await getTokenOwner(context, { network: "LOCAL", contract: collection, tokenId: 7 })).toBeDefined();
});
