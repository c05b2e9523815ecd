import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { CHAIN_TIMEOUT_MS } from "../../../testing/chain.ts";
import { type ChainHarness, findChainJob, openChainHarness, range } from "../../../testing/chain-harness.ts";
import { expectExactlyOnce, transactions } from "../../../testing/exactly-once.ts";
import type { Interception } from "../../../testing/rpc-proxy.ts";
import { findCollectionAddress, listActiveAlarms } from "../index.ts";

vi.setConfig({ testTimeout: CHAIN_TIMEOUT_MS });

/**
 * A worker that dies leaves what is written down, and on the chain what has arrived there. A line that is cut at a call, or
 * a database that refuses a statement, leaves the same; the next worker knows no more than after a death.
 */

let desk: ChainHarness;
beforeEach(async () => {
  desk = await openChainHarness();
});
afterEach(() => desk.close());

const tokens = range(120);

/** From now on every call of a method fares so, until the wire is mended. */
function at(method: string, way: Interception): void {
  desk.proxy.intercept = (call) => (call.method === method ? way : "pass");
}
const mend = () => {
  desk.proxy.intercept = () => "pass";
};

async function states(): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*) from chain_mint group by state`.execute(desk.context.db);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

test("a worker that dies before it signs leaves everything waiting", async () => {
  const collection = await desk.createCollection(1);
  await desk.requestTokens(collection, tokens);
  at("eth_call", "cut");
  expect(await desk.runTxManager()).toEqual([]);
  expect(await states()).toEqual({ WAITING: 120 });
  mend();
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, tokens);
});

test("a worker that dies after it signed and before it sends: the same bytes are sent", async () => {
  const collection = await desk.createCollection(1);
  await desk.requestTokens(collection, tokens);
  at("eth_sendRawTransaction", "cut");
  expect(await desk.runTxManager()).toEqual([]);
  expect(await states()).toEqual({ SENT: 120 });
  const signed = await transactions(desk);
  expect(signed.map(({ status }) => status)).toEqual([
    ...["CONFIRMED", "CONFIRMED"],
    ...["SIGNED", "SIGNED", "SIGNED"],
  ]);
  mend();
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, tokens);
  const mined = await transactions(desk);
  expect(mined.map(({ raw, hash }) => [raw, hash])).toEqual(signed.map(({ raw, hash }) => [raw, hash]));
});

test("a worker that dies after it sent and before that is written down: nothing is sent under another name", async () => {
  const collection = await desk.createCollection(1);
  await desk.requestTokens(collection, tokens);
  at("eth_sendRawTransaction", "lose");
  expect(await desk.runTxManager()).toEqual([]);
  mend();
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, tokens);
  expect((await transactions(desk)).map(({ hashes }) => hashes.length)).toEqual([1, 1, 1, 1, 1]);
});

test("what waits to be mined already and is sent again is taken as sent", async () => {
  const collection = await desk.createCollection(1);
  await desk.chain.request("evm_setAutomine", false);
  await desk.requestTokens(collection, [1, 2]);
  at("eth_sendRawTransaction", "lose");
  await desk.runTxManager();
  mend();
  await desk.runTxManager();
  expect((await transactions(desk)).at(-1)).toMatchObject({ status: "SENT" });
  expect(await listActiveAlarms(desk.context.db)).toEqual([]);
  await desk.chain.request("evm_setAutomine", true);
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, [1, 2]);
});

test("a worker that dies after its transactions were mined: they are found, and those who wait are told once", async () => {
  const collection = await desk.createCollection(1);
  await desk.requestTokens(collection, tokens);
  at("eth_getTransactionReceipt", "cut");
  await desk.runTxManager();
  await desk.runTxManager();
  expect(await states()).toEqual({ SENT: 120 });
  expect(desk.outcomes).toHaveLength(1);
  mend();
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, tokens);
});

test.each([
  ["signs", "WAITING", "new.state = 'SENT' and new.token_id = 77"],
  ["writes down how it ended", "SENT", "new.state = 'DONE' and new.token_id = 77"],
])(
  "a transaction of the database that breaks off while a worker %s changes nothing",
  async (_, state, when) => {
    const collection = await desk.createCollection(1);
    await desk.requestTokens(collection, tokens.slice(0, 100));
    await breakOff(when);
    expect(await desk.runTxManager()).not.toEqual([]);
    expect((await states())[state]).toBeGreaterThanOrEqual(50);
    expect(desk.outcomes.filter(({ item }) => item === "token 77")).toEqual([]);
    await sql`drop trigger break_off on chain_mint`.execute(desk.context.db);
    await desk.runUntilIdle();
    await expectExactlyOnce(desk, collection, tokens.slice(0, 100));
  },
);

test("a collection and its factory are deployed once, whatever is lost on the way", async () => {
  const sends: Interception[] = ["cut", "lose", "pass", "lose", "pass"];
  let others = 0;
  desk.proxy.intercept = ({ method }) => {
    if (method === "eth_sendRawTransaction") return sends.shift() ?? "pass";
    return others++ % 13 === 0 && others < 60 ? "lose" : "pass";
  };
  const collection = await desk.createCollection(1);
  expect(collection).toBe(await findCollectionAddress(desk.context, "LOCAL", 1));
  expect((await transactions(desk)).map(({ nonce, hashes }) => [nonce, hashes.length])).toEqual([
    [0, 1],
    [1, 1],
  ]);
  expect(desk.outcomes.map(({ item }) => item)).toEqual(["collection 1"]);
});

test("two workers at once do what one does", async () => {
  const collection = await desk.createCollection(1);
  await desk.requestTokens(collection, tokens);
  const job = findChainJob("work-on-chain");
  await Promise.all([1, 2, 3].map(() => job.run(desk.context, { network: "LOCAL" })));
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, tokens);
  expect((await transactions(desk)).map(({ hashes }) => hashes.length)).toEqual([1, 1, 1, 1, 1]);
  expect(await listActiveAlarms(desk.context.db)).toEqual([]);
});

/** Makes the database refuse a change of a token, and so the transaction that it is part of. */
async function breakOff(when: string): Promise<void> {
  const { db } = desk.context;
  await sql`
    create or replace function break_off() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$`.execute(
    db,
  );
  await sql`
    create trigger break_off before update on chain_mint for each row when (${sql.raw(when)})
    execute function break_off()`.execute(db);
}
