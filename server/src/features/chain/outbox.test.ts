import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sql } from "../../platform/database.ts";
import { patience } from "../../testing/chain.ts";
import {
  type ChainDesk,
  chainJob,
  collectionInit,
  holder,
  numbers,
  openChainDesk,
} from "../../testing/chain-desk.ts";
import { expectExactlyOnce, totalSupply, transactions } from "../../testing/exactly-once.ts";
import {
  ChainUnreachable,
  type CollectionInit,
  chainAlarms,
  collectionAddress,
  operatorAddress,
  ownerOf,
  requestCollection,
  requestMints,
  requestWrapToken,
  type Then,
  tokensExist,
  withdrawCollection,
} from "./index.ts";

vi.setConfig({ testTimeout: patience });

let desk: ChainDesk;
beforeAll(async () => {
  desk = await openChainDesk();
});
afterAll(() => desk.close());

const local = { network: "LOCAL" } as const;
const toldOf = (item: string) => desk.told.filter((told) => told.item === item).map(({ outcome }) => outcome);
const done = { ok: true, hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) };

test("a campaign's collection is created once, however often it is asked for, with the factory it needs", async () => {
  const { context } = desk;
  const ask = (item: string) => askCollection(7, item);
  await ask("first");
  await Promise.all([ask("second"), ask("third")]);
  expect(await collectionAddress(context, "LOCAL", 7)).toBeUndefined();
  await desk.workOff();
  const address = await collectionAddress(context, "LOCAL", 7);
  expect(desk.told).toEqual([{ item: "first", outcome: { ...done, address } }]);
  expect(address).toMatch(/^0x[0-9a-f]{40}$/);
  await ask("later");
  await desk.workOff();
  expect(desk.told).toHaveLength(1);
  expect((await transactions(desk)).map(({ nonce, status }) => [nonce, status])).toEqual([
    [0, "CONFIRMED"],
    [1, "CONFIRMED"],
  ]);
});

test("each token goes to the first who asked for its number, in batches", async () => {
  const { context, within, tell } = desk;
  const collection = await desk.collection(7);
  await desk.ask(collection, numbers(120));
  // Another spelling of the same address is the same collection.
  const spelt = `0x${collection.slice(2).toUpperCase()}`;
  const then = tell("another");
  const other = { tokenId: 5, owner: holder(999), then };
  await within((tx) => requestMints(context, tx, { ...local, collection: spelt, tokens: [other, other] }));
  await desk.workOff();
  await expectExactlyOnce(desk, collection, numbers(120));
  expect(toldOf("another")).toEqual([]);
  expect(toldOf("token 5")).toEqual([done]);
  expect(await transactions(desk)).toHaveLength(2 + 3);
});

test("two who ask for the same number at the same instant get one token", async () => {
  const collection = await desk.collection(8);
  await Promise.all([desk.ask(collection, [1, 2]), desk.ask(collection, [2, 1])]);
  await desk.workOff();
  expect(await totalSupply(desk.chain, collection)).toBe(2);
});

test("what is asked for in a transaction that comes to nothing is not asked for", async () => {
  const { context, within, tell } = desk;
  const collection = await desk.collection(7);
  const asked = within(async (tx) => {
    const then = tell("never");
    const tokens = [{ tokenId: 9_000, owner: holder(1), then }];
    await requestMints(context, tx, { ...local, collection, tokens });
    throw new Error("changed my mind");
  });
  await expect(asked).rejects.toThrow("changed my mind");
  await desk.workOff();
  expect(await tokensExist(context, { ...local, contract: collection, tokenIds: [1, 9_000] })).toEqual([
    true,
    false,
  ]);
});

test("a song has one token, whose metadata is the house's or fixed", async () => {
  const { context, within, tell } = desk;
  const ask = (songId: number, fixedUri: string, then: Then) =>
    within((tx) =>
      requestWrapToken(context, tx, { ...local, songId, owner: holder(songId), fixedUri, then }),
    );
  await Promise.all([ask(5, "", tell("wrap 5")), ask(6, "ipfs://song", tell("wrap 6"))]);
  await ask(5, "ipfs://other", tell("wrap 5 again"));
  await desk.workOff();
  const [outcome] = toldOf("wrap 5");
  const contract = outcome?.ok === true ? (outcome.address ?? "") : "";
  expect(outcome).toEqual({ ...done, address: contract });
  expect(toldOf("wrap 6")).toEqual([{ ...done, address: contract }]);
  expect(toldOf("wrap 5 again")).toEqual([]);
  expect(await ownerOf(context, { ...local, contract, tokenId: 5 })).toBe(holder(5));
  expect(await tokenUri(contract, 5)).toBe("http://localhost/metadata/wraps/5");
  expect(await tokenUri(contract, 6)).toBe("ipfs://song");
});

test("what the contract refuses for good is told with its reason, and can be asked for anew", async () => {
  const { context } = desk;
  const ask = (royaltyReceiver: string | null, item: string) => askCollection(9, item, { royaltyReceiver });
  await ask(null, "nobody's royalty");
  await desk.workOff();
  expect(toldOf("nobody's royalty")).toEqual([
    { ok: false, problem: "The royalty needs a receiver, and is 100 % at most." },
  ]);
  expect(await collectionAddress(context, "LOCAL", 9)).toBeUndefined();
  await ask(holder(1), "somebody's royalty");
  await desk.workOff();
  expect(toldOf("somebody's royalty")).toEqual([
    { ...done, address: await collectionAddress(context, "LOCAL", 9) },
  ]);
  expect(toldOf("nobody's royalty")).toHaveLength(1);
});

test("a collection is taken back as long as nothing was signed, and nobody is told", async () => {
  const { within } = desk;
  const take = () => within((tx) => withdrawCollection(tx, { ...local, campaignId: 21 }));
  expect(await take()).toBe(false);
  await askCollection(21, "taken back");
  expect(await Promise.all([take(), take()])).toContain(true);
  await desk.workOff();
  expect(toldOf("taken back")).toEqual([]);
  expect(await collectionAddress(desk.context, "LOCAL", 21)).toBeUndefined();
  await askCollection(21, "asked anew");
  await desk.workOff();
  const address = await collectionAddress(desk.context, "LOCAL", 21);
  expect(toldOf("asked anew")).toEqual([{ ...done, address }]);
  expect(await take()).toBe(false);
});

test("what was tried is not signed where something else is asked for by then", async () => {
  const { wire, within } = desk;
  await askCollection(22, "tried", { name: "Before" });
  let isChanged = false;
  wire.behave = async ({ method }): Promise<"pass"> => {
    // Asked once all has been tried, and before anything is signed.
    if (method !== "eth_getBalance" || isChanged) return "pass";
    isChanged = true;
    await within((tx) => withdrawCollection(tx, { ...local, campaignId: 22 }));
    await askCollection(22, "asked since", { name: "After" });
    return "pass";
  };
  await desk.workOff();
  wire.behave = () => "pass";
  expect(isChanged).toBe(true);
  const address = await collectionAddress(desk.context, "LOCAL", 22);
  expect([toldOf("tried"), toldOf("asked since")]).toEqual([[], [{ ...done, address }]]);
  expect(await nameOf(address ?? "")).toBe("After");
});

test("who owns nothing, or is no address, is refused before anything is queued", async () => {
  const { context, within, tell } = desk;
  const collection = await desk.collection(7);
  const then = tell("no");
  const ask = (owner: string, tokenId = 777) =>
    within((tx) => requestMints(context, tx, { ...local, collection, tokens: [{ tokenId, owner, then }] }));
  await expect(ask(`0x${"0".repeat(40)}`)).rejects.toThrow("owns nothing");
  await expect(ask("0x12")).rejects.toThrow("is no address");
  await expect(ask(holder(1), 1.5)).rejects.toThrow("is no token's number");
  const { rows } = await sql`select from chain_mint where token_id = 777`.execute(context.db);
  expect(rows).toEqual([]);
});

test("what is on the chain already is told as done, with the transaction that it came by", async () => {
  const collection = await desk.collection(10);
  await desk.ask(collection, numbers(3));
  await desk.workOff();
  const before = toldOf("token 2").at(-1);
  // As after a backup of the database was put back.
  await sql`delete from chain_mint where collection = ${collection}`.execute(desk.context.db);
  await desk.ask(collection, numbers(4));
  await desk.workOff();
  expect(toldOf("token 2").at(-1)).toEqual(before);
  expect(await totalSupply(desk.chain, collection)).toBe(4);
});

test("who reads a token learns its owner, that there is none, or that nobody can tell", async () => {
  const { context } = desk;
  const contract = await desk.collection(7);
  expect(await ownerOf(context, { ...local, contract, tokenId: 1 })).toBe(holder(1));
  expect(await ownerOf(context, { ...local, contract, tokenId: 4_000 })).toBeUndefined();
  await expect(ownerOf(context, { ...local, contract: holder(1), tokenId: 1 })).rejects.toThrow(
    ChainUnreachable,
  );
  await expect(ownerOf(context, { network: "LINEA", contract, tokenId: 1 })).rejects.toThrow("try again");
  expect(operatorAddress(context.evm)).toBe(desk.chain.operator);
});

test("work for a network that is not configured waits, and says so", async () => {
  const { context, within, tell } = desk;
  const then = tell("linea");
  const given = { network: "LINEA", songId: 1, owner: holder(1), fixedUri: "", then } as const;
  await within((tx) => requestWrapToken(context, tx, given));
  expect(await desk.work("LINEA")).toEqual([]);
  expect((await chainAlarms(context.db)).map(({ network, kind }) => [network, kind])).toEqual([
    ["LINEA", "NOT_CONFIGURED"],
  ]);
  expect(toldOf("linea")).toEqual([]);
});

test("a worker that died is replaced by the clock's", async () => {
  const { context } = desk;
  const collection = await desk.collection(11);
  await desk.ask(collection, [1]);
  // As if the process had died that had taken the job.
  await sql`delete from graphile_worker._private_jobs`.execute(context.db);
  await context.queue.enqueue(context.db, chainJob("watch-chains"), {});
  expect(await desk.runDue()).toEqual([]);
  await expect.poll(() => totalSupply(desk.chain, collection)).toBe(1);
});

function askCollection(campaignId: number, item: string, more: Partial<CollectionInit> = {}): Promise<void> {
  const { context, within, tell } = desk;
  const init = { ...collectionInit, ...more };
  const then = tell(item);
  return within((tx) => requestCollection(context, tx, { ...local, campaignId, init, then }));
}

const tokenUri = (contract: string, tokenId: number) =>
  textOf(contract, `0xc87b56dd${tokenId.toString(16).padStart(64, "0")}`);
const nameOf = (contract: string) => textOf(contract, "0x06fdde03");

/** What a call answers that answers one text. */
async function textOf(contract: string, data: string): Promise<string> {
  const answer = Buffer.from(
    String(await desk.chain.ask("eth_call", { to: contract, data }, "latest")).slice(2),
    "hex",
  );
  return answer.subarray(64).toString("utf8").replaceAll("\0", "");
}
