import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import {
  type ChainHarness,
  openChainHarness,
  range,
  tokenOwner,
} from "../../../testing/chain/chain-harness.ts";
import { expectExactlyOnce, totalSupply, transactions } from "../../../testing/chain/exactly-once.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { getTokenOwner, listActiveAlarms, requestMints } from "../index.ts";

let database: TestDatabase;
let harness: ChainHarness;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  harness = await openChainHarness({}, database);
});
afterEach(() => harness.close());

const failed = () => harness.outcomes.filter(({ outcome }) => !outcome.ok);
const full = (maxSupply: number) => ({
  ok: false,
  problem: `The collection is full: it holds ${maxSupply} tokens.`,
});

test("mints the first tokens of a full collection and fails the others with the reason", async () => {
  const collection = await harness.createCollection(1, { maxSupply: 13 });
  await harness.requestTokens(collection, range(30));
  await harness.runUntilIdle();
  expect(await totalSupply(harness.chain, collection)).toBe(13);
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
  expect(harness.outcomes).toHaveLength(1 + 30);
});

test("splits a reverted batch until each token is minted or failed", async () => {
  const collection = await harness.createCollection(1, { maxSupply: 60 });
  // Each batch alone would succeed, and both are signed before either is mined.
  await harness.requestTokens(collection, range(100));
  await harness.runUntilIdle();
  expect((await transactions(harness)).map(({ status }) => status)).toContain("REVERTED");
  expect(await totalSupply(harness.chain, collection)).toBe(60);
  expect(failed()).toHaveLength(40);
  expect(harness.outcomes).toHaveLength(1 + 100);
});

test("halves reverted batches if simulation explains nothing", async () => {
  const collection = await harness.createCollection(1, { maxSupply: 13 });
  await harness.requestTokens(collection, range(30));
  // The node reports every simulated batch as successful.
  harness.proxy.intercept = ({ method, params }) => {
    const count = tokensIn(params[0]);
    if (count < 2) return "pass";
    if (method === "eth_call") return { result: `0x${count.toString(16).padStart(64, "0")}` };
    return method === "eth_estimateGas" ? { result: "0x2dc6c0" } : "pass";
  };
  await harness.runUntilIdle();
  expect(await totalSupply(harness.chain, collection)).toBe(13);
  expect(failed()).toHaveLength(17);
  expect(harness.outcomes).toHaveLength(1 + 30);
});

/** Returns the number of tokens in a `mintBatch` call, or 0 for another call. */
function tokensIn(call: unknown): number {
  if (typeof call !== "object" || call === null || !("data" in call)) return 0;
  const data = String(call.data);
  return data.startsWith("0x7c88e3d9") ? Number(`0x${data.slice(10 + 128, 10 + 192)}`) : 0;
}

test("a failed mint can be requested again and runs its continuation again", async () => {
  const collection = await harness.createCollection(1, { maxSupply: 1 });
  await harness.requestTokens(collection, [1, 2]);
  await harness.runUntilIdle();
  await harness.requestTokens(collection, [1, 2]);
  await harness.runUntilIdle();
  expect(harness.outcomes.filter(({ item }) => item === "token 1")).toHaveLength(1);
  expect(harness.outcomes.filter(({ item }) => item === "token 2").map(({ outcome }) => outcome)).toEqual([
    full(1),
    full(1),
  ]);
});

test("a failed mint requested for another owner goes to that owner", async () => {
  const { context, inTransaction, continuationFor, proxy } = harness;
  const collection = await harness.createCollection(1);
  await harness.requestTokens(collection, [1]);
  // The node reports every simulation as reverted, without a reason.
  proxy.intercept = ({ method }) =>
    method === "eth_call" ? { error: { code: 3, message: "execution reverted" } } : "pass";
  for (let shift = 0; shift < 8; shift++) expect(await harness.runTxManager()).toEqual([]);
  expect(failed()).toHaveLength(1);
  proxy.intercept = () => "pass";
  await harness.runTxManager();
  expect(await totalSupply(harness.chain, collection)).toBe(0);
  const repeated = [2, 3].map((owner) => {
    const continuation = continuationFor(`again for ${owner}`);
    return { tokenId: 1, owner: tokenOwner(owner), continuation };
  });
  const requestToken = (token: (typeof repeated)[number]) =>
    inTransaction((tx) => requestMints(context, tx, { network: "LOCAL", collection, tokens: [token] }));
  await Promise.all(repeated.map(requestToken));
  await harness.runUntilIdle();
  expect(await totalSupply(harness.chain, collection)).toBe(1);
  const retried = harness.outcomes.filter(({ item }) => item.startsWith("again"));
  expect(retried).toHaveLength(1);
  const owner = await getTokenOwner(context, { network: "LOCAL", contract: collection, tokenId: 1 });
  expect(retried).toMatchObject([
    { item: `again for ${owner === tokenOwner(2) ? 2 : 3}`, outcome: { ok: true } },
  ]);
  expect(failed()).toHaveLength(1);
});

test("fails an unexplained revert after some attempts, without blocking other work", async () => {
  const collection = await harness.createCollection(1);
  const { rows } = await sql<{ address: string }>`select address from chain_contract`.execute(
    harness.context.db,
  );
  // The factory has no mint function, so the call reverts without a reason.
  await harness.requestTokens(rows[0]?.address ?? "", [1]);
  await harness.requestTokens(collection, [2]);
  await expect
    .poll(async () => {
      await harness.runTxManager();
      return harness.outcomes.slice(1);
    })
    .toMatchObject([{ item: "token 2", outcome: { ok: true } }]);
  for (let shift = 0; shift < 8; shift++) await harness.runTxManager();
  expect(failed()).toMatchObject([
    {
      item: "token 1",
      outcome: { problem: expect.stringContaining("failed repeatedly for an unknown reason") },
    },
  ]);
});

test("raises an alarm for a contract with another operator, and fails no mint", async () => {
  const { context, chain } = harness;
  const collection = await harness.createCollection(1);
  const role = "0x9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6";
  const call = (selector: string) =>
    `${selector}${role.slice(2)}${chain.operator.slice(2).padStart(64, "0")}`;
  const asOperator = async (data: string) => {
    await chain.request("anvil_impersonateAccount", chain.operator);
    await chain.send({ from: chain.operator, to: collection, data, gas: "0x30000" });
  };
  await asOperator(call("0xd547741f"));
  await harness.requestTokens(collection, [1, 2]);
  await harness.runTxManager();
  expect((await listActiveAlarms(context.db)).map(({ kind }) => kind)).toEqual(["NOT_OPERATOR"]);
  expect(failed()).toEqual([]);
  await asOperator(call("0x2f2ff15d"));
  await harness.runUntilIdle();
  expect(await totalSupply(chain, collection)).toBe(2);
  expect(await listActiveAlarms(context.db)).toEqual([]);
});

test("waits for a collection that the chain does not have", async () => {
  const { context } = harness;
  const collection = await harness.createCollection(1);
  const nowhere = "0x00000000000000000000000000000000000000bb";
  await harness.requestTokens(nowhere, [1]);
  await harness.requestTokens(collection, [1]);
  await harness.runTxManager();
  expect((await listActiveAlarms(context.db)).map(({ kind }) => kind)).toEqual(["CONTRACT_MISSING"]);
  await expect.poll(() => totalSupply(harness.chain, collection)).toBe(1);
  await sql`delete from chain_mint where collection = ${nowhere}`.execute(context.db);
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, [1]);
});
