import { randomBytes } from "node:crypto";
import type { Address } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { allJobs } from "../../../features.ts";
import { sql } from "../../../platform/database/database.ts";
import { toTaskList } from "../../../platform/jobs/queue.ts";
import { readRoyalty, startTestChain, type TestChain } from "../../../testing/chain/chain.ts";
import { deployContractWallet } from "../../../testing/chain/contract-wallet.ts";
import { type RpcProxy, startRpcProxy } from "../../../testing/chain/rpc-proxy.ts";
import { type CampaignApi, openCampaignApi, type Publisher } from "../../../testing/fixtures/campaigns.ts";
import { basicAuth, bearer, makePremium, type Person } from "../../../testing/fixtures/people.ts";
import { getTokenOwner } from "../../chain/index.ts";

let desk: CampaignApi;
let chain: TestChain;
let proxy: RpcProxy;
let publisher: Publisher;
beforeAll(async () => {
  [desk, chain] = await Promise.all([openCampaignApi(), startTestChain()]);
  proxy = await startRpcProxy(() => chain.network.rpcUrl);
  const network = { ...chain.network, rpcUrl: proxy.url };
  desk.context.evm = { ...chain.evm, networks: new Map([[network.name, network]]) };
});
afterAll(async () => {
  await desk.close();
  await proxy.close();
  await chain.stop();
});
beforeEach(async () => {
  publisher = await desk.addPublisher();
  await makePremium(desk, publisher, 86_400 * 30);
});
afterEach(() => {
  proxy.intercept = () => "pass";
});

const readToken = async (song: number) =>
  (await desk.call("GET", `my/song/${song}/nft`, bearer(publisher.token))).json.body;
const transfer = (song: number | string, wallet: unknown, { token }: Person = publisher, headers = {}) =>
  desk.call("POST", `song/${song}/nft/transfer`, {
    payload: { wallet },
    headers: { ...bearer(token).headers, ...headers },
  });

let wallets = 0;
/** Links a wallet to an account, and returns its address. */
async function link(
  account: Person = publisher,
  address = `0x${(0xbeef00 + ++wallets).toString(16).padStart(40, "0")}`,
  network = "",
) {
  await sql`
    insert into wallet (address, network, account_id, linked_at)
    values (${address}, ${network}, ${account.id}, now())`.execute(desk.context.db);
  return address;
}

/** Issues the token of a new wrap; in custody if the publisher has no wallet. */
async function mintToken(): Promise<{ song: number; contract: string }> {
  const song = await desk.addPublicWrap(publisher);
  const payload = { mintOn: "LOCAL", useIpfs: false };
  expect((await desk.call("POST", `song/${song}/nft`, { payload, ...bearer(publisher.token) })).status).toBe(
    200,
  );
  await desk.runJobsUntil(async () => (await readToken(song)).state === "MINTED");
  return { song, contract: (await readToken(song)).contract_address };
}

/** Runs jobs until the latest transfer of a token has ended. Returns the transfer. */
async function waitForEnd(song: number) {
  await desk.runJobsUntil(async () => (await readToken(song)).transfers[0].state !== "PENDING");
  return (await readToken(song)).transfers[0];
}

const ownerOf = ({ song, contract }: { song: number; contract: string }) =>
  getTokenOwner(desk.context, { network: "LOCAL", contract, tokenId: song });

describe("transferring a wNFT from custody", () => {
  it("moves it to a wallet that was linked later, once, and shows each state", { retry: 0 }, async () => {
    const token = await mintToken();
    const wallet = await link();
    const { status, json } = await transfer(token.song, wallet);
    const pending = { wallet, state: "PENDING", problem: null, hash: null, ended_at: null };
    expect([status, json.body]).toEqual([200, expect.objectContaining(pending)]);
    expect((await readToken(token.song)).transfers).toEqual([json.body]);
    const repeated = await transfer(token.song, wallet);
    expect([repeated.status, repeated.json.code]).toEqual([409, "E0081"]);

    const done = { state: "DONE", problem: null, hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) };
    expect(await waitForEnd(token.song)).toMatchObject({ ...done, wallet });
    expect(await ownerOf(token)).toBe(wallet);
    expect((await readToken(token.song)).owner).toEqual({ address: wallet, in_custody: false });
    // Royalties are settled when a token is minted, and one in custody has none.
    expect((await readRoyalty(chain, { contract: token.contract, tokenId: token.song }))[1]).toBe(0n);
    const late = await transfer(token.song, wallet);
    expect([late.status, late.json.code]).toEqual([409, "E0080"]);

    // A repeated or contradicting outcome changes nothing.
    const run = toTaskList(desk.context, allJobs)["wrap-transferred"] as (payload: unknown) => Promise<void>;
    const outcome = { ok: false, problem: "no" };
    await run({ songId: token.song, transfer: json.body.id, outcome });
    expect((await readToken(token.song)).owner).toEqual({ address: wallet, in_custody: false });
    const event = (await desk.events(publisher.id)).find(({ kind }) => kind === "wnft-transfer-requested");
    expect(event?.detail).toEqual({ song: token.song, wallet });
    const { catalogue } = (await desk.call("GET", "my/data", bearer(publisher.token))).json.body;
    expect(catalogue.wnft_transfers).toMatchObject([{ song_id: token.song, wallet, state: "DONE" }]);
  });

  it("has one effect when it is requested twice at the same instant or repeated with its key", {
    retry: 0,
  }, async () => {
    const token = await mintToken();
    const [first, second] = [await link(), await link()];
    const both = await Promise.all([transfer(token.song, first), transfer(token.song, second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = both[0].status === 200 ? first : second;
    expect(await waitForEnd(token.song)).toMatchObject({ state: "DONE", wallet: winner });
    expect(await ownerOf(token)).toBe(winner);
    expect((await readToken(token.song)).transfers).toHaveLength(1);

    // The publisher has wallets now, so this one was never in custody.
    const { song } = await mintToken();
    expect((await transfer(song, first)).json.code).toBe("E0080");
  });

  it("repeats its response for a repeated key", { retry: 0 }, async () => {
    const token = await mintToken();
    const wallet = await link();
    const key = { "idempotency-key": "transfer-once-0001" };
    const [one, two] = [
      await transfer(token.song, wallet, publisher, key),
      await transfer(token.song, wallet, publisher, key),
    ];
    expect([one.status, two.status, two.json.body]).toEqual([200, 200, one.json.body]);
    await waitForEnd(token.song);
    const three = await transfer(token.song, wallet, publisher, key);
    expect([three.status, three.json.body]).toEqual([200, one.json.body]);
  });

  it("goes to linked wallets of its publisher alone, and only on the network of the token", async () => {
    const token = await mintToken();
    const wallet = await link();
    const stranger = await desk.addPublisher();
    const theirs = await link(stranger);
    const elsewhere = await link(publisher, `0x${randomBytes(20).toString("hex")}`, "LINEA");
    expect((await desk.call("POST", `song/${token.song}/nft/transfer`, { payload: { wallet } })).status).toBe(
      401,
    );
    const foreign = await transfer(token.song, theirs, stranger);
    expect([foreign.status, foreign.json.code]).toEqual([404, "E0001"]);
    expect((await transfer("no-such-wrap", wallet)).status).toBe(404);
    const unlinked = `0x${"77".repeat(20)}`;
    for (const wrong of [theirs, elsewhere, unlinked, "0x12", `0x${"0".repeat(40)}`, 7]) {
      const { status, json } = await transfer(token.song, wrong);
      expect([wrong, status, json.errors?.map(({ field }: { field: string }) => field)]).toEqual([
        wrong,
        400,
        ["wallet"],
      ]);
    }
    const { json } = await desk.call("PATCH", "provider/keys", bearer(publisher.token));
    const keyed = await desk.call("POST", `song/${token.song}/nft/transfer`, {
      payload: { wallet },
      headers: basicAuth(json.body).headers,
    });
    expect(keyed.status).toBe(403);
    expect((await readToken(token.song)).transfers).toEqual([]);
    // Upper case is the same address.
    expect((await transfer(token.song, `0x${wallet.slice(2).toUpperCase()}`)).status).toBe(200);
    expect(await waitForEnd(token.song)).toMatchObject({ state: "DONE", wallet });
  });

  it("needs a minted token in custody", async () => {
    const song = await desk.addPublicWrap(publisher);
    expect((await transfer(song, await link())).json.code).toBe("E0080");
  });

  it("fails with the reason if a contract refuses the token, and can be requested again", async () => {
    const token = await mintToken();
    const plain = await deployContractWallet(chain, `0x${"11".repeat(20)}`);
    // Always reverts, with data of its own.
    const [from = ""] = (await chain.request("eth_accounts")) as string[];
    const { contractAddress } = await chain.send({
      from,
      data: "0x6005600c60003960056000f360206000fd",
    });
    const hostile = String(contractAddress).toLowerCase();
    const refusals: [string, string][] = [
      [plain, "The receiver's address cannot hold tokens."],
      [hostile, "The wallet is a contract that doesn’t accept the token."],
    ];
    for (const [address, problem] of refusals) {
      await link(publisher, address, "LOCAL");
      expect((await transfer(token.song, address)).status).toBe(200);
      expect(await waitForEnd(token.song)).toMatchObject({ state: "FAILED", problem, hash: null });
      expect(await ownerOf(token)).toBe(chain.operator);
    }
    const wallet = await link();
    expect((await transfer(token.song, wallet)).status).toBe(200);
    expect(await waitForEnd(token.song)).toMatchObject({ state: "DONE" });
    const { transfers, owner } = await readToken(token.song);
    expect(transfers.map(({ state }: { state: string }) => state)).toEqual(["DONE", "FAILED", "FAILED"]);
    expect(owner).toEqual({ address: wallet, in_custody: false });
  });

  it("is not sent to a wallet that was unlinked or linked elsewhere meanwhile", async () => {
    const token = await mintToken();
    const wallet = await link();
    await transfer(token.song, wallet);
    expect((await desk.call("DELETE", `my/wallets/${wallet}`, bearer(publisher.token))).status).toBe(200);
    await link(await desk.addPublisher(), wallet);
    expect(await waitForEnd(token.song)).toMatchObject({
      state: "FAILED",
      problem: "The wallet was unlinked before the transfer was sent.",
    });
    expect(await ownerOf(token)).toBe(chain.operator);
  });

  it("waits while the node is gone, and fails if the token left custody otherwise", async () => {
    const token = await mintToken();
    const wallet = await link();
    proxy.intercept = () => "drop-request";
    await transfer(token.song, wallet);
    await desk.runDueJobs();
    expect((await readToken(token.song)).transfers[0].state).toBe("PENDING");
    proxy.intercept = () => "pass";
    expect(await waitForEnd(token.song)).toMatchObject({ state: "DONE" });

    // As in a database that was restored from the time before: the chain already has the transfer.
    await sql`delete from wrap_token_transfer where song_id = ${token.song}`.execute(desk.context.db);
    await sql`delete from chain_task where key = ${`transfer ${token.song}`}`.execute(desk.context.db);
    await sql`update wrap_token set in_custody = true, owner = ${chain.operator} where song_id = ${token.song}`.execute(
      desk.context.db,
    );
    const other = await link();
    await transfer(token.song, other);
    expect(await waitForEnd(token.song)).toMatchObject({
      state: "FAILED",
      problem: "The token is not in this site’s custody.",
    });
    await transfer(token.song, wallet);
    expect(await waitForEnd(token.song)).toMatchObject({
      state: "DONE",
      hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    expect(await ownerOf(token)).toBe(wallet as Address);
  });
});
