import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { CHAIN_TIMEOUT_MS } from "../../../testing/chain.ts";
import {
  type ChainHarness,
  collectionInit,
  findChainJob,
  openChainHarness,
  range,
  tokenOwner,
} from "../../../testing/chain-harness.ts";
import { expectExactlyOnce, totalSupply, transactions } from "../../../testing/exactly-once.ts";
import {
  ChainUnreachable,
  type CollectionInit,
  type Continuation,
  cancelCollectionRequest,
  findCollectionAddress,
  getTokenOwner,
  listActiveAlarms,
  operatorAddress,
  requestCollection,
  requestMints,
  requestWrapToken,
  tokensExist,
} from "../index.ts";

vi.setConfig({ testTimeout: CHAIN_TIMEOUT_MS });

let desk: ChainHarness;
beforeAll(async () => {
  desk = await openChainHarness();
});
afterAll(() => desk.close());

const local = { network: "LOCAL" } as const;
const toldOf = (item: string) =>
  desk.outcomes.filter((told) => told.item === item).map(({ outcome }) => outcome);
const done = { ok: true, hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) };

test("a campaign's collection is created once, however often it is asked for, with the factory it needs", async () => {
  const { context } = desk;
  const ask = (item: string) => askCollection(7, item);
  await ask("first");
  await Promise.all([ask("second"), ask("third")]);
  expect(await findCollectionAddress(context, "LOCAL", 7)).toBeUndefined();
  await desk.runUntilIdle();
  const address = await findCollectionAddress(context, "LOCAL", 7);
  expect(desk.outcomes).toEqual([{ item: "first", outcome: { ...done, address } }]);
  expect(address).toMatch(/^0x[0-9a-f]{40}$/);
  await ask("later");
  await desk.runUntilIdle();
  expect(desk.outcomes).toHaveLength(1);
  expect((await transactions(desk)).map(({ nonce, status }) => [nonce, status])).toEqual([
    [0, "CONFIRMED"],
    [1, "CONFIRMED"],
  ]);
});

test("each token goes to the first who asked for its number, in batches", async () => {
  const { context, inTransaction, continuationFor } = desk;
  const collection = await desk.createCollection(7);
  await desk.requestTokens(collection, range(120));
  // Another spelling of the same address is the same collection.
  const spelt = `0x${collection.slice(2).toUpperCase()}`;
  const then = continuationFor("another");
  const other = { tokenId: 5, owner: tokenOwner(999), then };
  await inTransaction((tx) =>
    requestMints(context, tx, { ...local, collection: spelt, tokens: [other, other] }),
  );
  await desk.runUntilIdle();
  await expectExactlyOnce(desk, collection, range(120));
  expect(toldOf("another")).toEqual([]);
  expect(toldOf("token 5")).toEqual([done]);
  expect(await transactions(desk)).toHaveLength(2 + 3);
});

test("two who ask for the same number at the same instant get one token", async () => {
  const collection = await desk.createCollection(8);
  await Promise.all([desk.requestTokens(collection, [1, 2]), desk.requestTokens(collection, [2, 1])]);
  await desk.runUntilIdle();
  expect(await totalSupply(desk.chain, collection)).toBe(2);
});

test("what is asked for in a transaction that comes to nothing is not asked for", async () => {
  const { context, inTransaction, continuationFor } = desk;
  const collection = await desk.createCollection(7);
  const asked = inTransaction(async (tx) => {
    const then = continuationFor("never");
    const tokens = [{ tokenId: 9_000, owner: tokenOwner(1), then }];
    await requestMints(context, tx, { ...local, collection, tokens });
    throw new Error("changed my mind");
  });
  await expect(asked).rejects.toThrow("changed my mind");
  await desk.runUntilIdle();
  expect(await tokensExist(context, { ...local, contract: collection, tokenIds: [1, 9_000] })).toEqual([
    true,
    false,
  ]);
});

test("a song has one token, whose metadata is the house's or fixed", async () => {
  const { context, inTransaction, continuationFor } = desk;
  const ask = (songId: number, fixedUri: string, then: Continuation) =>
    inTransaction((tx) =>
      requestWrapToken(context, tx, { ...local, songId, owner: tokenOwner(songId), fixedUri, then }),
    );
  await Promise.all([
    ask(5, "", continuationFor("wrap 5")),
    ask(6, "ipfs://song", continuationFor("wrap 6")),
  ]);
  await ask(5, "ipfs://other", continuationFor("wrap 5 again"));
  await desk.runUntilIdle();
  const [outcome] = toldOf("wrap 5");
  const contract = outcome?.ok === true ? (outcome.address ?? "") : "";
  expect(outcome).toEqual({ ...done, address: contract });
  expect(toldOf("wrap 6")).toEqual([{ ...done, address: contract }]);
  expect(toldOf("wrap 5 again")).toEqual([]);
  expect(await getTokenOwner(context, { ...local, contract, tokenId: 5 })).toBe(tokenOwner(5));
  expect(await tokenUri(contract, 5)).toBe("http://localhost/metadata/wraps/5");
  expect(await tokenUri(contract, 6)).toBe("ipfs://song");
});

test("what the contract refuses for good is told with its reason, and can be asked for anew", async () => {
  const { context } = desk;
  const ask = (royaltyReceiver: string | null, item: string) => askCollection(9, item, { royaltyReceiver });
  await ask(null, "nobody's royalty");
  await desk.runUntilIdle();
  expect(toldOf("nobody's royalty")).toEqual([
    { ok: false, problem: "The royalty needs a receiver, and is 100 % at most." },
  ]);
  expect(await findCollectionAddress(context, "LOCAL", 9)).toBeUndefined();
  await ask(tokenOwner(1), "somebody's royalty");
  await desk.runUntilIdle();
  expect(toldOf("somebody's royalty")).toEqual([
    { ...done, address: await findCollectionAddress(context, "LOCAL", 9) },
  ]);
  expect(toldOf("nobody's royalty")).toHaveLength(1);
});

test("a collection is taken back as long as nothing was signed, and nobody is told", async () => {
  const { inTransaction } = desk;
  const take = () => inTransaction((tx) => cancelCollectionRequest(tx, { ...local, campaignId: 21 }));
  expect(await take()).toBe(false);
  await askCollection(21, "taken back");
  expect(await Promise.all([take(), take()])).toContain(true);
  await desk.runUntilIdle();
  expect(toldOf("taken back")).toEqual([]);
  expect(await findCollectionAddress(desk.context, "LOCAL", 21)).toBeUndefined();
  await askCollection(21, "asked anew");
  await desk.runUntilIdle();
  const address = await findCollectionAddress(desk.context, "LOCAL", 21);
  expect(toldOf("asked anew")).toEqual([{ ...done, address }]);
  expect(await take()).toBe(false);
});

test("what was tried is not signed where something else is asked for by then", async () => {
  const { proxy, inTransaction } = desk;
  await askCollection(22, "tried", { name: "Before" });
  let isChanged = false;
  proxy.intercept = async ({ method }): Promise<"pass"> => {
    // Asked once all has been tried, and before anything is signed.
    if (method !== "eth_getBalance" || isChanged) return "pass";
    isChanged = true;
    await inTransaction((tx) => cancelCollectionRequest(tx, { ...local, campaignId: 22 }));
    await askCollection(22, "asked since", { name: "After" });
    return "pass";
  };
  await desk.runUntilIdle();
  proxy.intercept = () => "pass";
  expect(isChanged).toBe(true);
  const address = await findCollectionAddress(desk.context, "LOCAL", 22);
  expect([toldOf("tried"), toldOf("asked since")]).toEqual([[], [{ ...done, address }]]);
  expect(await nameOf(address ?? "")).toBe("After");
});

test("who owns nothing, or is no address, is refused before anything is queued", async () => {
  const { context, inTransaction, continuationFor } = desk;
  const collection = await desk.createCollection(7);
  const then = continuationFor("no");
  const ask = (owner: string, tokenId = 777) =>
    inTransaction((tx) =>
      requestMints(context, tx, { ...local, collection, tokens: [{ tokenId, owner, then }] }),
    );
  await expect(ask(`0x${"0".repeat(40)}`)).rejects.toThrow("owns nothing");
  await expect(ask("0x12")).rejects.toThrow("is no address");
  await expect(ask(tokenOwner(1), 1.5)).rejects.toThrow("is no token's number");
  const { rows } = await sql`select from chain_mint where token_id = 777`.execute(context.db);
  expect(rows).toEqual([]);
});

test("what is on the chain already is told as done, with the transaction that it came by", async () => {
  const collection = await desk.createCollection(10);
  await desk.requestTokens(collection, range(3));
  await desk.runUntilIdle();
  const before = toldOf("token 2").at(-1);
  // As after a backup of the database was put back.
  await sql`delete from chain_mint where collection = ${collection}`.execute(desk.context.db);
  await desk.requestTokens(collection, range(4));
  await desk.runUntilIdle();
  expect(toldOf("token 2").at(-1)).toEqual(before);
  expect(await totalSupply(desk.chain, collection)).toBe(4);
});

test("who reads a token learns its owner, that there is none, or that nobody can tell", async () => {
  const { context } = desk;
  const contract = await desk.createCollection(7);
  expect(await getTokenOwner(context, { ...local, contract, tokenId: 1 })).toBe(tokenOwner(1));
  expect(await getTokenOwner(context, { ...local, contract, tokenId: 4_000 })).toBeUndefined();
  await expect(getTokenOwner(context, { ...local, contract: tokenOwner(1), tokenId: 1 })).rejects.toThrow(
    ChainUnreachable,
  );
  await expect(getTokenOwner(context, { network: "LINEA", contract, tokenId: 1 })).rejects.toThrow(
    "try again",
  );
  expect(operatorAddress(context.evm)).toBe(desk.chain.operator);
});

test("work for a network that is not configured waits, and says so", async () => {
  const { context, inTransaction, continuationFor } = desk;
  const then = continuationFor("linea");
  const given = { network: "LINEA", songId: 1, owner: tokenOwner(1), fixedUri: "", then } as const;
  await inTransaction((tx) => requestWrapToken(context, tx, given));
  expect(await desk.runTxManager("LINEA")).toEqual([]);
  expect((await listActiveAlarms(context.db)).map(({ network, kind }) => [network, kind])).toEqual([
    ["LINEA", "NOT_CONFIGURED"],
  ]);
  expect(toldOf("linea")).toEqual([]);
});

test("a worker that died is replaced by the clock's", async () => {
  const { context } = desk;
  const collection = await desk.createCollection(11);
  await desk.requestTokens(collection, [1]);
  // As if the process had died that had taken the job.
  await sql`delete from graphile_worker._private_jobs`.execute(context.db);
  await context.queue.enqueue(context.db, findChainJob("watch-chains"), {});
  expect(await desk.runDueJobs()).toEqual([]);
  await expect.poll(() => totalSupply(desk.chain, collection)).toBe(1);
});

function askCollection(campaignId: number, item: string, more: Partial<CollectionInit> = {}): Promise<void> {
  const { context, inTransaction, continuationFor } = desk;
  const init = { ...collectionInit, ...more };
  const then = continuationFor(item);
  return inTransaction((tx) => requestCollection(context, tx, { ...local, campaignId, init, then }));
}

const tokenUri = (contract: string, tokenId: number) =>
  textOf(contract, `0xc87b56dd${tokenId.toString(16).padStart(64, "0")}`);
const nameOf = (contract: string) => textOf(contract, "0x06fdde03");

/** What a call answers that answers one text. */
async function textOf(contract: string, data: string): Promise<string> {
  const answer = Buffer.from(
    String(await desk.chain.request("eth_call", { to: contract, data }, "latest")).slice(2),
    "hex",
  );
  return answer.subarray(64).toString("utf8").replaceAll("\0", "");
}
