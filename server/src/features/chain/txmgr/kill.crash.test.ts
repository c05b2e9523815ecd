import { afterEach, beforeEach, expect, test } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import {
  type ChainHarness,
  findChainJob,
  openChainHarness,
  range,
} from "../../../testing/chain/chain-harness.ts";
import { expectExactlyOnce, transactions } from "../../../testing/chain/exactly-once.ts";
import type { Interception } from "../../../testing/chain/rpc-proxy.ts";
import { findCollectionAddress, listActiveAlarms } from "../index.ts";

/**
 * A crashed worker leaves the rows it has stored and the transactions that have reached the chain. A dropped call or a failing
 * statement leaves the same, and the next worker knows no more than after a crash.
 */

let harness: ChainHarness;
beforeEach(async () => {
  harness = await openChainHarness();
});
afterEach(() => harness.close());

const tokens = range(120);

/** Intercepts every call of a method until `restoreProxy`. */
function interceptMethod(method: string, way: Interception): void {
  harness.proxy.intercept = (call) => (call.method === method ? way : "pass");
}
const restoreProxy = () => {
  harness.proxy.intercept = () => "pass";
};

async function states(): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*) from chain_mint group by state`.execute(harness.context.db);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

test("a worker that dies before signing leaves every request queued", async () => {
  const collection = await harness.createCollection(1);
  await harness.requestTokens(collection, tokens);
  interceptMethod("eth_call", "drop-request");
  expect(await harness.runTxManager()).toEqual([]);
  expect(await states()).toEqual({ WAITING: 120 });
  restoreProxy();
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, tokens);
});

test("after a crash between signing and broadcasting, the same bytes are broadcast", async () => {
  const collection = await harness.createCollection(1);
  await harness.requestTokens(collection, tokens);
  interceptMethod("eth_sendRawTransaction", "drop-request");
  expect(await harness.runTxManager()).toEqual([]);
  expect(await states()).toEqual({ SENT: 120 });
  const signed = await transactions(harness);
  expect(signed.map(({ status }) => status)).toEqual([
    ...["CONFIRMED", "CONFIRMED"],
    ...["SIGNED", "SIGNED", "SIGNED"],
  ]);
  restoreProxy();
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, tokens);
  const mined = await transactions(harness);
  expect(mined.map(({ raw, hash }) => [raw, hash])).toEqual(signed.map(({ raw, hash }) => [raw, hash]));
});

test("after a crash between broadcasting and storing that, no other transaction is signed", async () => {
  const collection = await harness.createCollection(1);
  await harness.requestTokens(collection, tokens);
  interceptMethod("eth_sendRawTransaction", "drop-response");
  expect(await harness.runTxManager()).toEqual([]);
  restoreProxy();
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, tokens);
  expect((await transactions(harness)).map(({ hashes }) => hashes.length)).toEqual([1, 1, 1, 1, 1]);
});

test("a transaction the node already has counts as sent", async () => {
  const collection = await harness.createCollection(1);
  await harness.chain.request("evm_setAutomine", false);
  await harness.requestTokens(collection, [1, 2]);
  interceptMethod("eth_sendRawTransaction", "drop-response");
  await harness.runTxManager();
  restoreProxy();
  await harness.runTxManager();
  expect((await transactions(harness)).at(-1)).toMatchObject({ status: "SENT" });
  expect(await listActiveAlarms(harness.context.db)).toEqual([]);
  await harness.chain.request("evm_setAutomine", true);
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, [1, 2]);
});

test("after a crash, mined transactions are found and each continuation runs once", async () => {
  const collection = await harness.createCollection(1);
  await harness.requestTokens(collection, tokens);
  interceptMethod("eth_getTransactionReceipt", "drop-request");
  await harness.runTxManager();
  await harness.runTxManager();
  expect(await states()).toEqual({ SENT: 120 });
  expect(harness.outcomes).toHaveLength(1);
  restoreProxy();
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, tokens);
});

test.each([
  ["signs", "WAITING", "new.state = 'SENT' and new.token_id = 77"],
  ["stores the outcome", "SENT", "new.state = 'DONE' and new.token_id = 77"],
])("a database transaction that fails while a worker %s changes nothing", async (_, state, when) => {
  const collection = await harness.createCollection(1);
  await harness.requestTokens(collection, tokens.slice(0, 100));
  await breakOff(when);
  expect(await harness.runTxManager()).not.toEqual([]);
  expect((await states())[state]).toBeGreaterThanOrEqual(50);
  expect(harness.outcomes.filter(({ item }) => item === "token 77")).toEqual([]);
  await sql`drop trigger break_off on chain_mint`.execute(harness.context.db);
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, tokens.slice(0, 100));
});

test("a collection and its factory are deployed once, whichever response is lost", async () => {
  const sends: Interception[] = ["drop-request", "drop-response", "pass", "drop-response", "pass"];
  let others = 0;
  harness.proxy.intercept = ({ method }) => {
    if (method === "eth_sendRawTransaction") return sends.shift() ?? "pass";
    return others++ % 13 === 0 && others < 60 ? "drop-response" : "pass";
  };
  const collection = await harness.createCollection(1);
  expect(collection).toBe(await findCollectionAddress(harness.context, "LOCAL", 1));
  expect((await transactions(harness)).map(({ nonce, hashes }) => [nonce, hashes.length])).toEqual([
    [0, 1],
    [1, 1],
  ]);
  expect(harness.outcomes.map(({ item }) => item)).toEqual(["collection 1"]);
});

test("two concurrent workers do the work of one", async () => {
  const collection = await harness.createCollection(1);
  await harness.requestTokens(collection, tokens);
  const job = findChainJob("work-on-chain");
  await Promise.all([1, 2, 3].map(() => job.run(harness.context, { network: "LOCAL" })));
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, tokens);
  expect((await transactions(harness)).map(({ hashes }) => hashes.length)).toEqual([1, 1, 1, 1, 1]);
  expect(await listActiveAlarms(harness.context.db)).toEqual([]);
});

/** Makes an update of a mint fail, and with it its transaction. */
async function breakOff(when: string): Promise<void> {
  const { db } = harness.context;
  await sql`
    create or replace function break_off() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$`.execute(
    db,
  );
  await sql`
    create trigger break_off before update on chain_mint for each row when (${sql.raw(when)})
    execute function break_off()`.execute(db);
}
