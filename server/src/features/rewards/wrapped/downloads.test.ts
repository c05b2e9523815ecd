import type { Address, Hex } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { createServer } from "../../../server.ts";
import type { House } from "../../../testing/campaigns.ts";
import { CHAIN_TIMEOUT_MS, moveToken, startTestChain, type TestChain } from "../../../testing/chain.ts";
import { type MintingDesk, openMintingDesk } from "../../../testing/minting.ts";
import { demoTrack } from "../../../testing/mp3s.ts";
import { bearer, makePremium, type Person } from "../../../testing/people.ts";
import { startRpcProxy } from "../../../testing/rpc-proxy.ts";
import { readTags } from "../../../testing/tags.ts";
import { addEntry } from "../points/ledger.ts";

let desk: MintingDesk;
let chain: TestChain;
let house: House;
let app: Awaited<ReturnType<typeof createServer>>;

beforeAll(async () => {
  [desk, chain] = await Promise.all([openMintingDesk(), startTestChain()]);
  desk.context.evm = chain.evm;
  house = await desk.openHouse();
  // A wrap for each test.
  await makePremium(desk, house);
  app = await createServer(desk.context, { site: false });
});
afterAll(async () => {
  await app.close();
  await desk.close();
  await chain.stop();
});

const track = demoTrack("salt-meridian");
const newWallet = () => privateKeyToAccount(generatePrivateKey());

/** Creates a public wrap with audio, an active experience, and a level that gives the file. */
async function release() {
  const song = await desk.publicWrap(house);
  // An old tag before the music, which must not be delivered.
  const file = Buffer.concat([Buffer.from("494433040000000000020000", "hex"), track]);
  const { key } = await desk.context.storage.put(file, { extension: "mp3", contentType: "audio/mpeg" });
  await sql`update song set audio_key = ${key}, name = 'Salt Meridian', artist = 'Ottilie Brandt' where id = ${song}`.execute(
    desk.context.db,
  );
  const campaign = await desk.activeOnChain(house, song);
  return { song, campaign, level: await offer(song) };
}

/** Adds a level that gives the file to owners of a token, of one experience if `alt_id` is set. */
async function offer(song: number, alt_id: number | null = null): Promise<number> {
  const level = {
    name: "The file",
    description: "The song as a file",
    reward_points_earned: 5,
    reward_type: "WRAPPED_MP3",
    alt_id,
  };
  const { json } = await desk.call("POST", `song/${song}/reward`, { payload: level, ...bearer(house.token) });
  return Number(json.body.id);
}
type Release = Awaited<ReturnType<typeof release>>;

const mintFor = ({ address }: PrivateKeyAccount, { campaign }: Release) =>
  desk.mintTo(house, campaign, address);

async function claimant({ song, level }: Release): Promise<Person> {
  const fan = await desk.join();
  const entry = {
    accountId: fan.id,
    songId: song,
    key: `listen ${fan.id}`,
    kind: "LISTEN",
    points: 5,
  } as const;
  await desk.context.db
    .transaction()
    .execute((tx) => addEntry(tx, { ...entry, now: desk.context.clock.now() }));
  await desk.call("POST", `song/${song}/reward/${level}`, bearer(fan.token));
  return fan;
}

async function sign({ song }: Release, wallet: PrivateKeyAccount): Promise<Hex> {
  const { json } = await desk.call("GET", `song/${song}/download?wallet=${wallet.address}`);
  expect(Number.isSafeInteger(json.body)).toBe(true);
  const told = await desk.call("GET", `song/${song}/download/${json.body}`);
  expect(told.json.body.message).toContain(`Nonce: ${json.body}`);
  return wallet.signMessage({ message: told.json.body.message });
}

async function download({ song, level }: Release, fan: Person | undefined, wallet: Address, signature: Hex) {
  const answer = await app.inject({
    method: "POST",
    url: `/api/v1/song/${song}/download`,
    payload: { signature, wallet, rewardId: level },
    ...(fan === undefined ? {} : bearer(fan.token)),
  });
  const isFile = answer.headers["content-type"] === "audio/mpeg";
  return { ...answer, file: answer.rawPayload, code: isFile ? undefined : answer.json().code };
}

async function signedDownload(of: Release, fan: Person | undefined, wallet: PrivateKeyAccount) {
  return download(of, fan, wallet.address, await sign(of, wallet));
}

/** Transfers a token on the chain. */
async function transfer(from: PrivateKeyAccount, to: Address, { campaign }: Release, tokenId: number) {
  const contract: Address = (await desk.own(house, campaign)).campaign.contract_address;
  await moveToken(chain, { contract, tokenId }, { from, to });
}

describe("a wrapped mp3", { timeout: CHAIN_TIMEOUT_MS }, () => {
  it("is delivered to a claimant who owns a token: with unchanged audio and a tag that another reader parses", async () => {
    const one = await release();
    const wallet = newWallet();
    const tokenId = await mintFor(wallet, one);
    const fan = await claimant(one);
    const answer = await signedDownload(one, fan, wallet);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-disposition"]).toContain('filename="ottilie_brandt_salt_meridian.mp3"');
    expect(answer.file.length).toBe(Number(answer.headers["content-length"]));
    expect(answer.file.subarray(-track.length).equals(track)).toBe(true);
    const { common, frames } = await readTags(answer.file);
    expect(common).toMatchObject({ title: "Salt Meridian", artist: "Ottilie Brandt" });
    expect(frames).toMatchObject({
      "TXXX:NETWORK": "LOCAL",
      "TXXX:TOKEN_ID": String(tokenId),
      TOWN: wallet.address.toLowerCase(),
      "TXXX:CONTRACT": (await desk.own(house, one.campaign)).campaign.contract_address,
    });
    expect(common.picture?.[0]?.format).toBe("image/jpeg");
  });

  it("is delivered again to its owner, each time with a new serial, and once per signature", async () => {
    const one = await release();
    const wallet = newWallet();
    await mintFor(wallet, one);
    const fan = await claimant(one);
    const signature = await sign(one, wallet);
    const twice = await Promise.all([1, 2].map(() => download(one, fan, wallet.address, signature)));
    expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    const again = await signedDownload(one, fan, wallet);
    expect(again.statusCode).toBe(200);
    const { rows } = await sql<{ serials: number }>`
      select count(distinct serial)::int as serials from wrapped_download where wallet = ${wallet.address.toLowerCase()}`.execute(
      desk.context.db,
    );
    expect(rows[0]?.serials).toBe(2);
  });

  it("stays available to claimants while its publisher hides the song, and is not found once that is deleted", async () => {
    const one = await release();
    const wallet = newWallet();
    await mintFor(wallet, one);
    const [fan, late] = [await claimant(one), await desk.join()];
    const set = (status: string) =>
      sql`update song set status = ${status} where id = ${one.song}`.execute(desk.context.db);
    await set("HIDDEN");
    expect((await signedDownload(one, fan, wallet)).statusCode).toBe(200);
    expect((await signedDownload(one, late, wallet)).code).toBe("E0004");
    const { json } = await desk.call("GET", "my/claims", bearer(fan.token));
    expect(json.body.data[0].song.is_public).toBe(false);
    const unclaimed = await desk.publicWrap(house);
    await sql`update song set status = 'HIDDEN' where id = ${unclaimed}`.execute(desk.context.db);
    const asked = (song: number) => desk.call("GET", `song/${song}/download?wallet=${wallet.address}`);
    expect((await asked(unclaimed)).status).toBe(404);
    const signature = await sign(one, wallet);
    await set("DELETED");
    expect((await asked(one.song)).status).toBe(404);
    expect((await download(one, fan, wallet.address, signature)).code).toBe("E0001");
  });

  it("is refused after a transfer of the token and delivered to its new owner", async () => {
    const one = await release();
    const [before, after] = [newWallet(), newWallet()];
    const tokenId = await mintFor(before, one);
    const fan = await claimant(one);
    await transfer(before, after.address, one, tokenId);
    expect((await signedDownload(one, fan, before)).code).toBe("E0043");
    const moved = await signedDownload(one, fan, after);
    expect(moved.statusCode).toBe(200);
  });

  it("is delivered to a buyer of the token even if the node has no old events", async () => {
    const one = await release();
    const [maker, buyer] = [newWallet(), newWallet()];
    const bought = await mintFor(maker, one);
    const fan = await claimant(one);
    await transfer(maker, buyer.address, one, bought);
    const wire = await startRpcProxy(() => chain.network.rpcUrl);
    const tooWide = { error: { code: -32_000, message: "block range is too wide" } };
    wire.intercept = ({ method, params: [filter] }) => {
      if (method !== "eth_getLogs") return "pass";
      const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string };
      return Number(toBlock) - Number(fromBlock) < 4 ? "pass" : tooWide;
    };
    const network = { ...chain.network, rpcUrl: wire.url };
    desk.context.evm = { ...chain.evm, networks: new Map([[network.name, network]]) };
    try {
      // A token exists, but its id is not known yet.
      expect((await signedDownload(one, fan, buyer)).code).toBe("E0037");
      await desk.run("follow-owners", {});
      expect((await signedDownload(one, fan, buyer)).statusCode).toBe(200);
      expect((await signedDownload(one, fan, newWallet())).code).toBe("E0043");
    } finally {
      desk.context.evm = chain.evm;
      await wire.close();
    }
  });

  it("is refused without a claim, without a token, and for another wallet's signature", async () => {
    const one = await release();
    const [holder, stranger] = [newWallet(), newWallet()];
    await mintFor(holder, one);
    const fan = await claimant(one);
    expect((await signedDownload(one, await desk.join(), holder)).code).toBe("E0004");
    expect((await signedDownload(one, undefined, holder)).code).toBe("E0004");
    expect((await signedDownload(one, fan, stranger)).code).toBe("E0043");
    const forged = await stranger.signMessage({ message: "I own it" });
    await sign(one, holder);
    expect((await download(one, fan, holder.address, forged)).code).toBe("E0036");
  });

  it("requires a token of the experience that its level names", async () => {
    const one = await release();
    const wallet = newWallet();
    await mintFor(wallet, one);
    const campaign = await desk.activeOnChain(house, one.song);
    const other = { ...one, campaign, level: await offer(one.song, campaign) };
    const fan = await claimant(other);
    expect((await signedDownload(other, fan, wallet)).code).toBe("E0043");
    const tokenId = await mintFor(wallet, other);
    const { file } = await signedDownload(other, fan, wallet);
    expect((await readTags(file)).frames).toMatchObject({ "TXXX:TOKEN_ID": String(tokenId) });
  });

  it("is delivered without a session to a wallet linked to the claimant", async () => {
    const one = await release();
    const wallet = newWallet();
    await mintFor(wallet, one);
    const fan = await claimant(one);
    await sql`
      insert into wallet (address, account_id, linked_at) values (${wallet.address.toLowerCase()}, ${fan.id}, now())`.execute(
      desk.context.db,
    );
    expect((await signedDownload(one, undefined, wallet)).statusCode).toBe(200);
  });

  it("reports an unreachable network as unavailable, not as a missing token", async () => {
    const one = await release();
    const wallet = newWallet();
    await mintFor(wallet, one);
    const fan = await claimant(one);
    const signature = await sign(one, wallet);
    const { evm } = desk.context;
    const gone = { ...chain.network, rpcUrl: "http://127.0.0.1:1" };
    desk.context.evm = { ...evm, networks: new Map([["LOCAL", gone]]) };
    const answer = await download(one, fan, wallet.address, signature);
    desk.context.evm = evm;
    expect({ status: answer.statusCode, code: answer.code }).toEqual({ status: 503, code: "E0037" });
  });
});
