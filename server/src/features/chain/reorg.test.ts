import { afterEach, expect, test, vi } from "vitest";
import { patience } from "../../testing/chain.ts";
import { type ChainDesk, numbers, openChainDesk } from "../../testing/chain-desk.ts";
import { expectExactlyOnce, totalSupply, transactions } from "../../testing/exactly-once.ts";
import { ownerOf } from "./index.ts";

vi.setConfig({ testTimeout: patience });

let desk: ChainDesk;
afterEach(() => desk.close());

const tokensTold = () => desk.told.filter(({ item }) => item.startsWith("token "));
const statuses = async () => (await transactions(desk)).slice(2).map(({ status }) => status);
/** What has become of what was sent, once the chain has mined it: it answers before. */
const mined = () =>
  expect.poll(async () => {
    await desk.work();
    return statuses();
  });

test("nobody is told before the block is as deep as the network wants it", async () => {
  desk = await openChainDesk({ name: "MAINNET", confirmations: 3 });
  const collection = await desk.collection(1);
  await desk.ask(collection, [1]);
  await mined().toEqual(["MINED"]);
  expect(await totalSupply(desk.chain, collection)).toBe(1);
  await desk.chain.mine();
  await desk.work();
  expect(tokensTold()).toEqual([]);
  await desk.chain.mine();
  await desk.work();
  expect(await statuses()).toEqual(["CONFIRMED"]);
  expect(tokensTold()).toHaveLength(1);
});

test("`finalized` is what the chain says, or sixty-four blocks where it says nothing", async () => {
  desk = await openChainDesk({ name: "POLYGON", confirmations: "finalized" });
  const collection = await desk.collection(1);
  await desk.ask(collection, [1]);
  await mined().toEqual(["MINED"]);
  await desk.chain.mine(62);
  await desk.work();
  expect(tokensTold()).toEqual([]);
  await desk.chain.mine(2);
  await desk.work();
  expect(tokensTold()).toHaveLength(1);
});

test("what was mined and is taken back is sent again, the same bytes", async () => {
  desk = await openChainDesk({ name: "MAINNET", confirmations: 5 });
  const collection = await desk.collection(1);
  await desk.chain.mine(3);
  const snapshot = await desk.chain.ask("evm_snapshot");
  await desk.ask(collection, numbers(60));
  await mined().toEqual(["MINED", "MINED"]);
  const before = await transactions(desk);
  await desk.chain.ask("evm_revert", snapshot);
  await desk.chain.ask("evm_setAutomine", false);
  await desk.chain.mine();
  expect(await totalSupply(desk.chain, collection)).toBe(0);
  await desk.work();
  expect(await statuses()).toEqual(["SENT", "SENT"]);
  await desk.workOff();
  await expectExactlyOnce(desk, collection, numbers(60));
  expect((await transactions(desk)).map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash));
});

test("what was mined and is in another block now counts from there", async () => {
  desk = await openChainDesk({ name: "MAINNET", confirmations: 5 });
  const collection = await desk.collection(1);
  await desk.ask(collection, [1]);
  await mined().toEqual(["MINED"]);
  await desk.chain.ask("anvil_reorg", 1, []);
  await desk.chain.mine(2);
  await desk.workOff();
  await expectExactlyOnce(desk, collection, [1]);
});

test("what was told as done and is taken back all the same is sent again, and told no second time", async () => {
  desk = await openChainDesk({ name: "LINEA", confirmations: 1 });
  const collection = await desk.collection(1);
  await desk.chain.mine(3);
  const before = await desk.chain.ask("evm_snapshot");
  await desk.ask(collection, numbers(60));
  await desk.workOff();
  expect(tokensTold()).toHaveLength(60);
  await desk.chain.ask("evm_revert", before);
  await desk.chain.mine(5);
  expect(await totalSupply(desk.chain, collection)).toBe(0);
  await desk.work();
  await desk.workOff();
  await expectExactlyOnce(desk, collection, numbers(60));
});

test("where the nonce is gone as well, the work is done anew, and told no second time", async () => {
  desk = await openChainDesk({ name: "LINEA", confirmations: 1 });
  const { chain } = desk;
  const collection = await desk.collection(1);
  const before = await chain.ask("evm_snapshot");
  await desk.ask(collection, [1, 2]);
  await desk.workOff();
  await chain.ask("evm_revert", before);
  await chain.ask("anvil_impersonateAccount", chain.operator);
  await chain.send({ from: chain.operator, to: chain.operator });
  await chain.mine(5);
  await desk.work();
  await desk.workOff();
  await expectExactlyOnce(desk, collection, [1, 2]);
  expect(await statuses()).toEqual(["REPLACED", "CONFIRMED"]);
});

test("a chain that has lost everything gets it back, at the same addresses", async () => {
  desk = await openChainDesk();
  const { chain, context } = desk;
  const empty = await chain.ask("evm_snapshot");
  const collection = await desk.collection(1);
  await desk.ask(collection, numbers(120));
  await desk.workOff();
  await chain.ask("evm_revert", empty);
  expect(await chain.ask("eth_getCode", collection, "latest")).toBe("0x");
  // What is left over shows shift by shift.
  await expect
    .poll(async () => [await desk.work(), await totalSupply(chain, collection)], { timeout: patience / 2 })
    .toEqual([[], 120]);
  await desk.workOff();
  await expectExactlyOnce(desk, collection, numbers(120));
  expect(await ownerOf(context, { network: "LOCAL", contract: collection, tokenId: 7 })).toBeDefined();
});
