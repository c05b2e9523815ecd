import type { CollectedArtwork } from "@wrapsody/shared/experiences/experiences.ts";
import type { Address } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { moveToken, startTestChain, type TestChain } from "../../../testing/chain/chain.ts";
import { grid, type MintingApi, openMintingApi } from "../../../testing/chain/minting.ts";
import { type Interception, type RpcCall, startRpcProxy } from "../../../testing/chain/rpc-proxy.ts";
import type { Publisher } from "../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../testing/fixtures/people.ts";

let api: MintingApi;
let chain: TestChain;
let publisher: Publisher;
let experience: { id: number; contract: Address };

beforeAll(async () => {
  [api, chain] = await Promise.all([openMintingApi(), startTestChain()]);
  api.context.evm = chain.evm;
  publisher = await api.addPublisher();
  const id = await api.addActiveCampaignOnChain(publisher, await api.addPublicWrap(publisher), grid(5, 5));
  // More blocks than a reorg can remove.
  await chain.mineBlocks(100);
  experience = { id, contract: (await api.getOwnCampaign(publisher, id)).campaign.contract_address };
});
afterAll(async () => {
  await api.close();
  await chain.stop();
});

type Collector = Person & { wallet: PrivateKeyAccount };

/** Adds a fan with a linked wallet. */
async function collector(): Promise<Collector> {
  const [fan, wallet] = [await api.join(), privateKeyToAccount(generatePrivateKey())];
  await sql`
    insert into wallet (address, account_id, linked_at) values (${wallet.address.toLowerCase()}, ${fan.id}, now())`.execute(
    api.context.db,
  );
  return { ...fan, wallet };
}

const follow = () => api.runJob("follow-owners", {});
const mintFor = ({ wallet }: Collector) => api.mintTo(publisher, experience.id, wallet.address);
const give = (tokenId: number, from: Collector, to: Collector) =>
  moveToken(chain, { contract: experience.contract, tokenId }, { from: from.wallet, to: to.wallet.address });

async function artOf({ token }: Person): Promise<number[]> {
  const { json } = await api.call("GET", "my/art", bearer(token));
  expect(json.body.total).toBe(json.body.data.length);
  return json.body.data.map(({ id }: CollectedArtwork) => id);
}

async function publicOwner(tokenId: number): Promise<string> {
  const { json } = await api.call("GET", `drop/${experience.id}/${tokenId}`);
  return json.body.owner_wallet_address;
}

async function followedTo(): Promise<number | undefined> {
  const { rows } = await sql<{ block: number }>`select block from owners_followed`.execute(api.context.db);
  return rows[0]?.block;
}

/** Runs with a proxy to the chain that intercepts calls, and returns the calls. */
async function over(
  behave: (call: RpcCall) => Interception,
  run: () => Promise<void>,
  options: Partial<TestChain["network"]> = {},
): Promise<readonly RpcCall[]> {
  const wire = await startRpcProxy(() => chain.network.rpcUrl);
  wire.intercept = behave;
  const network = { ...chain.network, rpcUrl: wire.url, ...options };
  api.context.evm = { ...chain.evm, networks: new Map([[network.name, network]]) };
  try {
    await run();
    return wire.calls;
  } finally {
    api.context.evm = chain.evm;
    await wire.close();
  }
}

describe("a transferred token", () => {
  it("is in its new owner's collection and on the public page, even if it comes back", async () => {
    const [maker, buyer] = [await collector(), await collector()];
    const tokenId = await mintFor(maker);
    await follow();
    expect([await artOf(maker), await artOf(buyer)]).toEqual([[tokenId], []]);
    await give(tokenId, maker, buyer);
    await Promise.all([follow(), follow(), follow()]);
    expect([await artOf(maker), await artOf(buyer)]).toEqual([[], [tokenId]]);
    expect(await publicOwner(tokenId)).toBe(buyer.wallet.address.toLowerCase());
    await give(tokenId, buyer, maker);
    await follow();
    expect([await artOf(maker), await artOf(buyer)]).toEqual([[tokenId], []]);
  });

  it("is unowned after a transfer to an unlinked wallet, even if its first owner participated with an account", async () => {
    const [maker, stranger] = [await collector(), await collector()];
    const tokenId = await mintFor(maker);
    const { db } = api.context;
    await sql`update participant set account_id = ${maker.id} where id = ${tokenId}`.execute(db);
    await sql`delete from wallet where account_id in (${maker.id}, ${stranger.id})`.execute(db);
    expect(await artOf(maker)).toEqual([tokenId]);
    await give(tokenId, maker, stranger);
    await follow();
    expect([await artOf(maker), await artOf(stranger)]).toEqual([[], []]);
  });

  it("is found at any distance, through several owners and a node that limits block ranges", async () => {
    const [maker, between, last] = [await collector(), await collector(), await collector()];
    const tokenId = await mintFor(maker);
    await follow();
    await give(tokenId, maker, between);
    await chain.mineBlocks(500);
    await give(tokenId, between, last);
    const few: (call: RpcCall) => Interception = ({ method, params: [filter] }) => {
      if (method !== "eth_getLogs") return "pass";
      const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string };
      return Number(toBlock) - Number(fromBlock) < 60
        ? "pass"
        : { error: { code: -32_005, message: "query exceeds the range" } };
    };
    const newest = Number(await chain.request("eth_blockNumber"));
    await over(few, async () => {
      // A run has a time limit, and the next one continues.
      while ((await followedTo()) !== newest) await follow();
    });
    expect([await artOf(maker), await artOf(between), await artOf(last)]).toEqual([[], [], [tokenId]]);
  });

  it("is found on a chain that has become shorter", async () => {
    const [maker, buyer] = [await collector(), await collector()];
    const tokenId = await mintFor(maker);
    const snapshot = await chain.request("evm_snapshot");
    await chain.mineBlocks(5);
    await follow();
    const before = await followedTo();
    await chain.request("evm_revert", snapshot);
    await follow();
    expect(await followedTo()).toBe((before ?? 0) - 5);
    await give(tokenId, maker, buyer);
    await follow();
    expect([await artOf(maker), await artOf(buyer)]).toEqual([[], [tokenId]]);
  });

  it("changes owners only once the block is confirmed", async () => {
    const [maker, buyer] = [await collector(), await collector()];
    const tokenId = await mintFor(maker);
    await give(tokenId, maker, buyer);
    // More confirmations than blocks.
    await over(() => "pass", follow, { confirmations: 100_000 });
    const careful = { confirmations: 3 } as const;
    await over(() => "pass", follow, careful);
    expect(await artOf(buyer)).toEqual([]);
    await chain.mineBlocks(2);
    await over(() => "pass", follow, careful);
    expect(await artOf(buyer)).toEqual([tokenId]);
  });

  const noEvent = { address: "0x", transactionHash: "0x", topics: ["0x", "0x", "0x", "0x"] };
  it.each<[string, (call: RpcCall) => Interception]>([
    ["does not answer", () => "drop-request"],
    [
      "reports impossible events",
      ({ method }) => (method === "eth_getLogs" ? { result: [noEvent] } : "pass"),
    ],
    ["is still syncing", ({ method }) => (method === "eth_blockNumber" ? { result: "0x0" } : "pass")],
    ["returns invalid data", ({ method }) => (method === "eth_getLogs" ? { result: "none" } : "pass")],
    [
      "rejects every range",
      ({ method }) =>
        method === "eth_getLogs" ? { error: { code: -32_005, message: "limit exceeded" } } : "pass",
    ],
    ["belongs to another chain", ({ method }) => (method === "eth_chainId" ? { result: "0x1" } : "pass")],
  ])("is found later if the node %s", async (_, behave) => {
    const [maker, buyer] = [await collector(), await collector()];
    const tokenId = await mintFor(maker);
    await follow();
    await give(tokenId, maker, buyer);
    const before = await followedTo();
    const calls = await over(behave, follow);
    expect(calls.length).toBeGreaterThan(0);
    expect([await followedTo(), await artOf(maker)]).toEqual([before, [tokenId]]);
    await follow();
    expect([await artOf(maker), await artOf(buyer)]).toEqual([[], [tokenId]]);
  });
});
