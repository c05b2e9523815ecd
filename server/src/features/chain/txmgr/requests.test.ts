import { type Address, zeroAddress } from "viem";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { readRoyalty } from "../../../testing/chain/chain.ts";
import {
  type ChainHarness,
  collectionInit,
  findChainJob,
  openChainHarness,
  range,
  tokenOwner,
} from "../../../testing/chain/chain-harness.ts";
import { expectExactlyOnce, totalSupply, transactions } from "../../../testing/chain/exactly-once.ts";
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

let harness: ChainHarness;
beforeAll(async () => {
  harness = await openChainHarness();
});
afterAll(() => harness.close());

const local = { network: "LOCAL" } as const;
const outcomesOf = (item: string) =>
  harness.outcomes.filter((entry) => entry.item === item).map(({ outcome }) => outcome);
let campaigns = 100;
const nextCampaign = () => ++campaigns;
const succeeded = { ok: true, hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) };

test("creates a campaign's collection once, with its factory, however often it is requested", {
  retry: 0,
}, async () => {
  const { context } = harness;
  const requestOnce = (item: string) => askCollection(7, item);
  await requestOnce("first");
  await Promise.all([requestOnce("second"), requestOnce("third")]);
  expect(await findCollectionAddress(context, "LOCAL", 7)).toBeUndefined();
  await harness.runUntilIdle();
  const address = await findCollectionAddress(context, "LOCAL", 7);
  expect(harness.outcomes).toEqual([{ item: "first", outcome: { ...succeeded, address } }]);
  expect(address).toMatch(/^0x[0-9a-f]{40}$/);
  await requestOnce("later");
  await harness.runUntilIdle();
  expect(harness.outcomes).toHaveLength(1);
  expect((await transactions(harness)).map(({ nonce, status }) => [nonce, status])).toEqual([
    [0, "CONFIRMED"],
    [1, "CONFIRMED"],
  ]);
});

test("mints each token in batches to the first owner it was requested for", async () => {
  const { context, inTransaction, continuationFor } = harness;
  const collection = await harness.createCollection(7);
  await harness.requestTokens(collection, range(120));
  // The same address in another case is the same collection.
  const spelt = `0x${collection.slice(2).toUpperCase()}`;
  const continuation = continuationFor("another");
  const other = { tokenId: 5, owner: tokenOwner(999), continuation };
  await inTransaction((tx) =>
    requestMints(context, tx, { ...local, collection: spelt, tokens: [other, other] }),
  );
  await harness.runUntilIdle();
  await expectExactlyOnce(harness, collection, range(120));
  expect(outcomesOf("another")).toEqual([]);
  expect(outcomesOf("token 5")).toEqual([succeeded]);
  expect(await transactions(harness)).toHaveLength(2 + 3);
});

test("concurrent requests for the same token mint it once", { retry: 0 }, async () => {
  const collection = await harness.createCollection(8);
  const tokens = [1, 2, 3, 4, 5, 6, 7, 8];
  await Promise.all([
    harness.requestTokens(collection, tokens),
    harness.requestTokens(collection, tokens.toReversed()),
  ]);
  await harness.runUntilIdle();
  expect(await totalSupply(harness.chain, collection)).toBe(tokens.length);
});

test("a request in a rolled-back transaction is not made", async () => {
  const { context, inTransaction, continuationFor } = harness;
  const collection = await harness.createCollection(7);
  const requested = inTransaction(async (tx) => {
    const continuation = continuationFor("never");
    const tokens = [{ tokenId: 9_000, owner: tokenOwner(1), continuation }];
    await requestMints(context, tx, { ...local, collection, tokens });
    throw new Error("changed my mind");
  });
  await expect(requested).rejects.toThrow("changed my mind");
  await harness.runUntilIdle();
  expect(await tokensExist(context, { ...local, contract: collection, tokenIds: [1, 9_000] })).toEqual([
    true,
    false,
  ]);
});

test("mints one token per song, with served or fixed metadata", { retry: 0 }, async () => {
  const { context, inTransaction, continuationFor } = harness;
  const requestToken = (songId: number, metadataUri: string, continuation: Continuation) =>
    inTransaction((tx) => {
      const token = { songId, owner: tokenOwner(songId), metadataUri, royalty: null };
      return requestWrapToken(context, tx, { ...local, ...token, continuation });
    });
  await Promise.all([
    requestToken(5, "", continuationFor("wrap 5")),
    requestToken(6, "ipfs://song", continuationFor("wrap 6")),
  ]);
  await requestToken(5, "ipfs://other", continuationFor("wrap 5 again"));
  await harness.runUntilIdle();
  const [outcome] = outcomesOf("wrap 5");
  const contract = outcome?.ok === true ? (outcome.address ?? "") : "";
  expect(outcome).toEqual({ ...succeeded, address: contract });
  expect(outcomesOf("wrap 6")).toEqual([{ ...succeeded, address: contract }]);
  expect(outcomesOf("wrap 5 again")).toEqual([]);
  expect(await getTokenOwner(context, { ...local, contract, tokenId: 5 })).toBe(tokenOwner(5));
  expect(await tokenUri(contract, 5)).toBe("http://localhost/metadata/wraps/5");
  expect(await tokenUri(contract, 6)).toBe("ipfs://song");
});

test("songs with a token in the contract of an earlier version keep it, and new ones get a contract with royalties", async () => {
  const { context, inTransaction, continuationFor } = harness;
  harness.outcomes.length = 0;
  // The contract of an earlier attempt.
  await sql`
    delete from chain_contract c where c.kind = 'WRAP_TOKEN_2' and exists (
      select from chain_contract e where e.kind = 'WRAP_TOKEN')`.execute(context.db);
  const earlier = (await readWrapToken(5)).contract;
  await sql`update chain_contract set kind = 'WRAP_TOKEN' where kind = 'WRAP_TOKEN_2'`.execute(context.db);
  await sql`delete from chain_task where key in ('deploy WRAP_TOKEN_2', 'wrap 5', 'wrap 8', 'wrap 9')`.execute(
    context.db,
  );
  // Requested by an earlier version: one was minted, but not confirmed before the upgrade, the other still waits.
  for (const songId of [5, 8]) {
    const { job, payload } = continuationFor(`earlier wrap ${songId}`);
    const request = { songId, owner: tokenOwner(songId), fixedUri: songId === 5 ? "" : "ipfs://earlier" };
    await sql`
      insert into chain_task (network, key, kind, payload, state, then_job, then_payload, created_at)
      values ('LOCAL', ${`wrap ${songId}`}, 'MINT_WRAP', ${JSON.stringify(request)}::jsonb, 'WAITING', ${job},
        ${JSON.stringify(payload)}::jsonb, now())`.execute(context.db);
  }
  await harness.runTxManager("LOCAL");
  await harness.runUntilIdle();
  expect(outcomesOf("earlier wrap 5")).toEqual([{ ...succeeded, address: earlier }]);
  const { contract } = await readWrapToken(8);
  expect(contract).not.toBe(earlier);
  expect(await tokenUri(contract, 8)).toBe("ipfs://earlier");
  expect(await readRoyalty(harness.chain, { contract, tokenId: 8 })).toEqual([zeroAddress, 0n]);

  const royalty = { receiver: tokenOwner(1), basisPoints: 750 };
  const token = { ...local, songId: 9, owner: tokenOwner(9), metadataUri: "", royalty };
  await inTransaction((tx) =>
    requestWrapToken(context, tx, { ...token, continuation: continuationFor("wrap 9") }),
  );
  await harness.runUntilIdle();
  expect(outcomesOf("wrap 9")).toEqual([{ ...succeeded, address: contract }]);
  expect(await readRoyalty(harness.chain, { contract, tokenId: 9 })).toEqual([tokenOwner(1), 750n]);
});

async function readWrapToken(songId: number): Promise<{ contract: Address }> {
  const { rows } = await sql<{ contract: Address }>`
    select address as contract from chain_task where key = ${`wrap ${songId}`} and state = 'DONE'`.execute(
    harness.context.db,
  );
  const [token] = rows;
  if (token === undefined) throw new Error(`song ${songId} has no token`);
  return token;
}

test("reports a permanent revert with its reason, and accepts a new request", async () => {
  const { context } = harness;
  const campaign = nextCampaign();
  harness.outcomes.length = 0;
  const requestWithReceiver = (royaltyReceiver: string | null, item: string) =>
    askCollection(campaign, item, { royaltyReceiver });
  await requestWithReceiver(null, "royalty without receiver");
  await harness.runUntilIdle();
  expect(outcomesOf("royalty without receiver")).toEqual([
    { ok: false, problem: "The royalty needs a receiver and is at most 100 %." },
  ]);
  expect(await findCollectionAddress(context, "LOCAL", campaign)).toBeUndefined();
  await requestWithReceiver(tokenOwner(1), "royalty with receiver");
  await harness.runUntilIdle();
  expect(outcomesOf("royalty with receiver")).toEqual([
    { ...succeeded, address: await findCollectionAddress(context, "LOCAL", campaign) },
  ]);
  expect(outcomesOf("royalty without receiver")).toHaveLength(1);
});

test("cancels a collection request until it is signed, without a continuation", { retry: 0 }, async () => {
  const { inTransaction } = harness;
  const campaignId = nextCampaign();
  harness.outcomes.length = 0;
  const cancelRequest = () => inTransaction((tx) => cancelCollectionRequest(tx, { ...local, campaignId }));
  expect(await cancelRequest()).toBe(false);
  await askCollection(campaignId, "cancelled");
  expect(await Promise.all([cancelRequest(), cancelRequest()])).toContain(true);
  await harness.runUntilIdle();
  expect(outcomesOf("cancelled")).toEqual([]);
  expect(await findCollectionAddress(harness.context, "LOCAL", campaignId)).toBeUndefined();
  await askCollection(campaignId, "requested again");
  await harness.runUntilIdle();
  const address = await findCollectionAddress(harness.context, "LOCAL", campaignId);
  expect(outcomesOf("requested again")).toEqual([{ ...succeeded, address }]);
  expect(await cancelRequest()).toBe(false);
});

test("does not sign a simulated task whose payload has changed since", async () => {
  const { proxy, inTransaction } = harness;
  const campaignId = nextCampaign();
  harness.outcomes.length = 0;
  await askCollection(campaignId, "tried", { name: "Before" });
  let isChanged = false;
  proxy.intercept = async ({ method }): Promise<"pass"> => {
    // This call comes after the simulations and before signing.
    if (method !== "eth_getBalance" || isChanged) return "pass";
    isChanged = true;
    await inTransaction((tx) => cancelCollectionRequest(tx, { ...local, campaignId }));
    await askCollection(campaignId, "requested since", { name: "After" });
    return "pass";
  };
  await harness.runUntilIdle();
  proxy.intercept = () => "pass";
  expect(isChanged).toBe(true);
  const address = await findCollectionAddress(harness.context, "LOCAL", campaignId);
  expect([outcomesOf("tried"), outcomesOf("requested since")]).toEqual([[], [{ ...succeeded, address }]]);
  expect(await nameOf(address ?? "")).toBe("After");
});

test("rejects the zero address and invalid addresses before queuing anything", async () => {
  const { context, inTransaction, continuationFor } = harness;
  const collection = await harness.createCollection(7);
  const continuation = continuationFor("no");
  const requestMint = (owner: string, tokenId = 777) =>
    inTransaction((tx) =>
      requestMints(context, tx, { ...local, collection, tokens: [{ tokenId, owner, continuation }] }),
    );
  await expect(requestMint(`0x${"0".repeat(40)}`)).rejects.toThrow("the owner is the zero address");
  await expect(requestMint("0x12")).rejects.toThrow("is not an address");
  await expect(requestMint(tokenOwner(1), 1.5)).rejects.toThrow("invalid token id: 1.5");
  const { rows } = await sql`select from chain_mint where token_id = 777`.execute(context.db);
  expect(rows).toEqual([]);
});

test("completes a request found on the chain, with the transaction that did it", async () => {
  const collection = await harness.createCollection(10);
  await harness.requestTokens(collection, range(3));
  await harness.runUntilIdle();
  const before = outcomesOf("token 2").at(-1);
  // As after restoring a backup of the database.
  await sql`delete from chain_mint where collection = ${collection}`.execute(harness.context.db);
  await harness.requestTokens(collection, range(4));
  await harness.runUntilIdle();
  expect(outcomesOf("token 2").at(-1)).toEqual(before);
  expect(await totalSupply(harness.chain, collection)).toBe(4);
});

test("reads a token's owner, its absence, or fails if the answer is unknown", async () => {
  const { context } = harness;
  const contract = await harness.createCollection(7);
  expect(await getTokenOwner(context, { ...local, contract, tokenId: 1 })).toBe(tokenOwner(1));
  expect(await getTokenOwner(context, { ...local, contract, tokenId: 4_000 })).toBeUndefined();
  await expect(getTokenOwner(context, { ...local, contract: tokenOwner(1), tokenId: 1 })).rejects.toThrow(
    ChainUnreachable,
  );
  await expect(getTokenOwner(context, { network: "LINEA", contract, tokenId: 1 })).rejects.toThrow(
    "try again",
  );
  expect(operatorAddress(context.evm)).toBe(harness.chain.operator);
});

test("work for a network that is not configured waits and raises an alarm", async () => {
  const { context, inTransaction, continuationFor } = harness;
  const continuation = continuationFor("linea");
  const token = { songId: 1, owner: tokenOwner(1), metadataUri: "", royalty: null };
  await inTransaction((tx) => requestWrapToken(context, tx, { network: "LINEA", ...token, continuation }));
  expect(await harness.runTxManager("LINEA")).toEqual([]);
  expect((await listActiveAlarms(context.db)).map(({ network, kind }) => [network, kind])).toEqual([
    ["LINEA", "NOT_CONFIGURED"],
  ]);
  expect(outcomesOf("linea")).toEqual([]);
});

test("the cron job replaces a worker that died", async () => {
  const { context } = harness;
  const collection = await harness.createCollection(nextCampaign());
  await harness.requestTokens(collection, [1]);
  // As if the process that had taken the job had died.
  await sql`delete from graphile_worker._private_jobs`.execute(context.db);
  await context.queue.enqueue(context.db, findChainJob("watch-chains"), {});
  expect(await harness.runDueJobs()).toEqual([]);
  await expect.poll(() => totalSupply(harness.chain, collection)).toBe(1);
});

test("the cron job replaces jobs that have used up their attempts, its own too", async () => {
  const { context } = harness;
  const collection = await harness.createCollection(nextCampaign());
  // Runs that earlier work has scheduled.
  await sql`delete from graphile_worker._private_jobs`.execute(context.db);
  const networks = vi.spyOn(context.evm.networks, "get").mockImplementation(() => {
    throw new Error("the worker is broken");
  });
  const watchChains = () => context.queue.enqueue(context.db, findChainJob("watch-chains"), {});
  const countExhausted = async () => {
    const { rows } = await sql`
      select from graphile_worker._private_jobs where key like 'chain LOCAL %' and attempts = max_attempts`.execute(
      context.db,
    );
    return rows.length;
  };
  await harness.requestTokens(collection, [1]);
  await failUntilExhausted();
  expect(await countExhausted()).toBe(1);
  await watchChains();
  await failUntilExhausted();
  expect(await countExhausted()).toBe(2);
  networks.mockRestore();
  expect(await harness.runDueJobs()).toEqual([]);
  expect(await totalSupply(harness.chain, collection)).toBe(0);
  await watchChains();
  expect(await harness.runDueJobs()).toEqual([]);
  expect(await totalSupply(harness.chain, collection)).toBe(1);
});

/** Runs all jobs until none is left that the queue would run again. */
async function failUntilExhausted(): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      update graphile_worker._private_jobs set run_at = now() where attempts < max_attempts returning id`.execute(
      harness.context.db,
    );
    if (rows.length === 0) return;
    await harness.runDueJobs();
  }
}

function askCollection(campaignId: number, item: string, more: Partial<CollectionInit> = {}): Promise<void> {
  const { context, inTransaction, continuationFor } = harness;
  const init = { ...collectionInit, ...more };
  const continuation = continuationFor(item);
  return inTransaction((tx) => requestCollection(context, tx, { ...local, campaignId, init, continuation }));
}

const tokenUri = (contract: string, tokenId: number) =>
  textOf(contract, `0xc87b56dd${tokenId.toString(16).padStart(64, "0")}`);
const nameOf = (contract: string) => textOf(contract, "0x06fdde03");

/** Decodes the result of a call that returns one string. */
async function textOf(contract: string, data: string): Promise<string> {
  const answer = Buffer.from(
    String(await harness.chain.request("eth_call", { to: contract, data }, "latest")).slice(2),
    "hex",
  );
  return answer.subarray(64).toString("utf8").replaceAll("\0", "");
}
