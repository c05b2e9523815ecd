import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { CHAIN_TIMEOUT_MS } from "../../../testing/chain.ts";
import { type ChainHarness, openChainHarness, range, tokenOwner } from "../../../testing/chain-harness.ts";
import { expectExactlyOnce, totalSupply, transactions } from "../../../testing/exactly-once.ts";
import { getTokenOwner, listActiveAlarms, requestMints } from "../index.ts";

vi.setConfig({ testTimeout: CHAIN_TIMEOUT_MS });

let desk: ChainHarness;
beforeEach(async () => {
  desk = await openChainHarness();
});
afterEach(() => desk.close());

const failed = () => desk.outcomes.filter(({ outcome }) => !outcome.ok);
const full = (most: number) => ({ ok: false, problem: `The collection is full: it holds ${most} tokens.` });

test("where the collection is full, those who came first have their tokens and the others are told why", async () => {
  const collection = await desk.createCollection(1, { maxSupply: 13 });
  await desk.requestTokens(collection, range(30));
  await desk.runUntilIdle();
  expect(await totalSupply(desk.chain, collection)).toBe(13);
  expect(
    failed()
      .map(({ item }) => item)
      .sort(),
  ).toEqual(
    range(17, 14)
      .map((id) => `token ${id}`)
      .sort(),
  );
  expect(new Set(failed().map(({ outcome }) => JSON.stringify(outcome)))).toEqual(
    new Set([JSON.stringify(full(13))]),
  );
  expect(desk.outcomes).toHaveLength(1 + 30);
});

test("a batch that the chain reverts is tried in smaller parts until each token has its end", async () => {
  const collection = await desk.createCollection(1, { maxSupply: 60 });
  // Both batches would work by themselves, and are signed before either is mined.
  await desk.requestTokens(collection, range(100));
  await desk.runUntilIdle();
  expect((await transactions(desk)).map(({ status }) => status)).toContain("REVERTED");
  expect(await totalSupply(desk.chain, collection)).toBe(60);
  expect(failed()).toHaveLength(40);
  expect(desk.outcomes).toHaveLength(1 + 100);
});

test("where trying tells nothing, what the chain reverts is halved until those are found who fit", async () => {
  const collection = await desk.createCollection(1, { maxSupply: 13 });
  await desk.requestTokens(collection, range(30));
  // The node says of every batch that it would work.
  desk.proxy.intercept = ({ method, params }) => {
    const count = tokensIn(params[0]);
    if (count < 2) return "pass";
    if (method === "eth_call") return { result: `0x${count.toString(16).padStart(64, "0")}` };
    return method === "eth_estimateGas" ? { result: "0x2dc6c0" } : "pass";
  };
  await desk.runUntilIdle();
  expect(await totalSupply(desk.chain, collection)).toBe(13);
  expect(failed()).toHaveLength(17);
  expect(desk.outcomes).toHaveLength(1 + 30);
});

/** How many tokens a call of `mintBatch` is for; 0 where it is another call. */
function tokensIn(call: unknown): number {
  if (typeof call !== "object" || call === null || !("data" in call)) return 0;
  const data = String(call.data);
  return data.startsWith("0x7c88e3d9") ? Number(`0x${data.slice(10 + 128, 10 + 192)}`) : 0;
}

test("a failure can be asked for again, and is told again", async () => {
  const collection = await desk.createCollection(1, { maxSupply: 1 });
  await desk.requestTokens(collection, [1, 2]);
  await desk.runUntilIdle();
  await desk.requestTokens(collection, [1, 2]);
  await desk.runUntilIdle();
  expect(desk.outcomes.filter(({ item }) => item === "token 1")).toHaveLength(1);
  expect(desk.outcomes.filter(({ item }) => item === "token 2").map(({ outcome }) => outcome)).toEqual([
    full(1),
    full(1),
  ]);
});

test("a failure that is asked for anew, for whomever it is then, is minted once the chain takes it", async () => {
  const { context, inTransaction, continuationFor, proxy } = desk;
  const collection = await desk.createCollection(1);
  await desk.requestTokens(collection, [1]);
  // The node says of everything that is tried that it would not work, and not why.
  proxy.intercept = ({ method }) =>
    method === "eth_call" ? { error: { code: 3, message: "execution reverted" } } : "pass";
  for (let shift = 0; shift < 8; shift++) expect(await desk.runTxManager()).toEqual([]);
  expect(failed()).toHaveLength(1);
  proxy.intercept = () => "pass";
  await desk.runTxManager();
  expect(await totalSupply(desk.chain, collection)).toBe(0);
  const again = [2, 3].map((owner) => {
    const then = continuationFor(`again for ${owner}`);
    return { tokenId: 1, owner: tokenOwner(owner), then };
  });
  const ask = (token: (typeof again)[number]) =>
    inTransaction((tx) => requestMints(context, tx, { network: "LOCAL", collection, tokens: [token] }));
  await Promise.all(again.map(ask));
  await desk.runUntilIdle();
  expect(await totalSupply(desk.chain, collection)).toBe(1);
  const told = desk.outcomes.filter(({ item }) => item.startsWith("again"));
  expect(told).toHaveLength(1);
  const owner = await getTokenOwner(context, { network: "LOCAL", contract: collection, tokenId: 1 });
  expect(told).toMatchObject([
    { item: `again for ${owner === tokenOwner(2) ? 2 : 3}`, outcome: { ok: true } },
  ]);
  expect(failed()).toHaveLength(1);
});

test("what is refused without a reason is given up after some tries, and holds up nothing else", async () => {
  const collection = await desk.createCollection(1);
  const { rows } = await sql<{ address: string }>`select address from chain_contract`.execute(
    desk.context.db,
  );
  // The factory mints nothing, and does not say so.
  await desk.requestTokens(rows[0]?.address ?? "", [1]);
  await desk.requestTokens(collection, [2]);
  await expect
    .poll(async () => {
      await desk.runTxManager();
      return desk.outcomes.slice(1);
    })
    .toMatchObject([{ item: "token 2", outcome: { ok: true } }]);
  for (let shift = 0; shift < 8; shift++) await desk.runTxManager();
  expect(failed()).toMatchObject([
    { item: "token 1", outcome: { problem: expect.stringContaining("did not say why") } },
  ]);
});

test("a contract that obeys another key raises an alarm, and nobody's token fails for it", async () => {
  const { context, chain } = desk;
  const collection = await desk.createCollection(1);
  const role = "0x9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6";
  const call = (selector: string) =>
    `${selector}${role.slice(2)}${chain.operator.slice(2).padStart(64, "0")}`;
  const asOperator = async (data: string) => {
    await chain.request("anvil_impersonateAccount", chain.operator);
    await chain.send({ from: chain.operator, to: collection, data, gas: "0x30000" });
  };
  await asOperator(call("0xd547741f"));
  await desk.requestTokens(collection, [1, 2]);
  await desk.runTxManager();
  expect((await listActiveAlarms(context.db)).map(({ kind }) => kind)).toEqual(["NOT_OPERATOR"]);
  expect(failed()).toEqual([]);
  await asOperator(call("0x2f2ff15d"));
  await desk.runUntilIdle();
  expect(await totalSupply(chain, collection)).toBe(2);
  expect(await listActiveAlarms(context.db)).toEqual([]);
});

test("a collection that the chain does not have is waited for", async () => {
  const { context } = desk;
  const collection = await desk.createCollection(1);
  const nowhere = "0x00000000000000000000000000000000000000bb";
  await desk.requestTokens(nowhere, [1]);
  await desk.requestTokens(collection, [1]);
  await desk.runTxManager();
  expect((await listActiveAlarms(context.db)).map(({ kind }) => kind)).toEqual(["CONTRACT_MISSING"]);
  await expect.poll(() => totalSupply(desk.chain, collection)).toBe(1);
  await sql`delete from chain_mint where collection = ${nowhere}`.execute(context.db);
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, [1]);
});
