import { afterEach, expect, test, vi } from "vitest";
import { CHAIN_TIMEOUT_MS } from "../../../testing/chain.ts";
import { type ChainHarness, openChainHarness, range } from "../../../testing/chain-harness.ts";
import { expectExactlyOnce, totalSupply, transactions } from "../../../testing/exactly-once.ts";
import { getTokenOwner } from "../index.ts";

vi.setConfig({ testTimeout: CHAIN_TIMEOUT_MS });

let desk: ChainHarness;
afterEach(() => desk.close());

const tokensTold = () => desk.outcomes.filter(({ item }) => item.startsWith("token "));
const statuses = async () => (await transactions(desk)).slice(2).map(({ status }) => status);
/** What has become of what was sent, once the chain has mined it: it answers before. */
const mined = () =>
  expect.poll(async () => {
    await desk.runTxManager();
    return statuses();
  });

test("nobody is told before the block is as deep as the network wants it", async () => {
  desk = await openChainHarness({ name: "MAINNET", confirmations: 3 });
  const collection = await desk.createCollection(1);
  await desk.requestTokens(collection, [1]);
  await mined().toEqual(["MINED"]);
  expect(await totalSupply(desk.chain, collection)).toBe(1);
  await desk.chain.mine();
  await desk.runTxManager();
  expect(tokensTold()).toEqual([]);
  await desk.chain.mine();
  await desk.runTxManager();
  expect(await statuses()).toEqual(["CONFIRMED"]);
  expect(tokensTold()).toHaveLength(1);
});

test("`finalized` is what the chain says, or sixty-four blocks where it says nothing", async () => {
  desk = await openChainHarness({ name: "POLYGON", confirmations: "finalized" });
  const collection = await desk.createCollection(1);
  await desk.requestTokens(collection, [1]);
  await mined().toEqual(["MINED"]);
  await desk.chain.mine(62);
  await desk.runTxManager();
  expect(tokensTold()).toEqual([]);
  await desk.chain.mine(2);
  await desk.runTxManager();
  expect(tokensTold()).toHaveLength(1);
});

test("what was mined and is taken back is sent again, the same bytes", async () => {
  desk = await openChainHarness({ name: "MAINNET", confirmations: 5 });
  const collection = await desk.createCollection(1);
  await desk.chain.mine(3);
  const snapshot = await desk.chain.request("evm_snapshot");
  await desk.requestTokens(collection, range(60));
  await mined().toEqual(["MINED", "MINED"]);
  const before = await transactions(desk);
  await desk.chain.request("evm_revert", snapshot);
  await desk.chain.request("evm_setAutomine", false);
  await desk.chain.mine();
  expect(await totalSupply(desk.chain, collection)).toBe(0);
  await desk.runTxManager();
  expect(await statuses()).toEqual(["SENT", "SENT"]);
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, range(60));
  expect((await transactions(desk)).map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash));
});

test("what was mined and is in another block now counts from there", async () => {
  desk = await openChainHarness({ name: "MAINNET", confirmations: 5 });
  const collection = await desk.createCollection(1);
  await desk.requestTokens(collection, [1]);
  await mined().toEqual(["MINED"]);
  await desk.chain.request("anvil_reorg", 1, []);
  await desk.chain.mine(2);
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, [1]);
});

test("what was told as done and is taken back all the same is sent again, and told no second time", async () => {
  desk = await openChainHarness({ name: "LINEA", confirmations: 1 });
  const collection = await desk.createCollection(1);
  await desk.chain.mine(3);
  const before = await desk.chain.request("evm_snapshot");
  await desk.requestTokens(collection, range(60));
  await desk.runUntilIdle();
  expect(tokensTold()).toHaveLength(60);
  await desk.chain.request("evm_revert", before);
  await desk.chain.mine(5);
  expect(await totalSupply(desk.chain, collection)).toBe(0);
  await desk.runTxManager();
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, range(60));
});

test("where the nonce is gone as well, the work is done anew, and told no second time", async () => {
  desk = await openChainHarness({ name: "LINEA", confirmations: 1 });
  const { chain } = desk;
  const collection = await desk.createCollection(1);
  const before = await chain.request("evm_snapshot");
  await desk.requestTokens(collection, [1, 2]);
  await desk.runUntilIdle();
  await chain.request("evm_revert", before);
  await chain.request("anvil_impersonateAccount", chain.operator);
  await chain.send({ from: chain.operator, to: chain.operator });
  await chain.mine(5);
  await desk.runTxManager();
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, [1, 2]);
  expect(await statuses()).toEqual(["REPLACED", "CONFIRMED"]);
});

test("a chain that has lost everything gets it back, at the same addresses", async () => {
  desk = await openChainHarness();
  const { chain, context } = desk;
  const empty = await chain.request("evm_snapshot");
  const collection = await desk.createCollection(1);
  await desk.requestTokens(collection, range(120));
  await desk.runUntilIdle();
  await chain.request("evm_revert", empty);
  expect(await chain.request("eth_getCode", collection, "latest")).toBe("0x");
  // What is left over shows shift by shift.
  await expect
    .poll(async () => [await desk.runTxManager(), await totalSupply(chain, collection)], {
      timeout: CHAIN_TIMEOUT_MS / 2,
    })
    .toEqual([[], 120]);
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, range(120));
  expect(await getTokenOwner(context, { network: "LOCAL", contract: collection, tokenId: 7 })).toBeDefined();
});
