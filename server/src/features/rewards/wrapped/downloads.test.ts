import type { Address, Hex } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { createServer } from "../../../server.ts";
import { moveToken, startTestChain, type TestChain } from "../../../testing/chain/chain.ts";
import { grid, type MintingApi, openMintingApi } from "../../../testing/chain/minting.ts";
import { startRpcProxy } from "../../../testing/chain/rpc-proxy.ts";
import type { Publisher } from "../../../testing/fixtures/campaigns.ts";
import { bearer, makePremium, type Person } from "../../../testing/fixtures/people.ts";
import { sample } from "../../../testing/media/mp3s.ts";
import { readTags } from "../../../testing/media/tags.ts";
import { addEntry } from "../points/ledger.ts";

let api: MintingApi;
let chain: TestChain;
let publisher: Publisher;
let app: Awaited<ReturnType<typeof createServer>>;
/** A release that tests only download from, with a fan who claimed its file and a wallet that owns a token. */
let wrap: Release;
let fan: Person;
let wallet: PrivateKeyAccount;
let tokenId: number;

beforeAll(async () => {
  [api, chain] = await Promise.all([openMintingApi(), startTestChain()]);
  api.context.evm = chain.evm;
  publisher = await api.addPublisher();
  // A wrap for each test.
  await makePremium(api, publisher);
  app = await createServer(api.context, { site: false });
  wrap = await release(grid(4, 3));
  fan = await claimant(wrap);
  wallet = newWallet();
  tokenId = await mintFor(wallet, wrap);
});
afterAll(async () => {
  await app.close();
  await api.close();
  await chain.stop();
});

const track = sample("vbr-44100.mp3");
const newWallet = () => privateKeyToAccount(generatePrivateKey());

/** Creates a public wrap with audio, an active experience, and a level that gives the file. */
async function release(parts = grid(1, 1)) {
  const song = await api.addPublicWrap(publisher);
  // An old tag before the music, which must not be delivered.
  const file = Buffer.concat([Buffer.from("494433040000000000020000", "hex"), track]);
  const { key } = await api.context.storage.put(file, { extension: "mp3", contentType: "audio/mpeg" });
  await sql`update song set audio_key = ${key}, name = 'Salt Meridian', artist = 'Ottilie Brandt' where id = ${song}`.execute(
    api.context.db,
  );
  const campaign = await api.addActiveCampaignOnChain(publisher, song, parts);
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
  const { json } = await api.call("POST", `song/${song}/reward`, {
    payload: level,
    ...bearer(publisher.token),
  });
  return Number(json.body.id);
}
type Release = Awaited<ReturnType<typeof release>>;

const mintFor = ({ address }: PrivateKeyAccount, { campaign }: Release) =>
  api.mintTo(publisher, campaign, address);

async function claimant({ song, level }: Release): Promise<Person> {
  const fan = await api.join();
  const entry = {
    accountId: fan.id,
    songId: song,
    key: `listen ${fan.id}`,
    kind: "LISTEN",
    points: 5,
  } as const;
  await api.context.db
    .transaction()
    .execute((tx) => addEntry(tx, { ...entry, now: api.context.clock.now() }));
  await api.call("POST", `song/${song}/reward/${level}`, bearer(fan.token));
  return fan;
}

async function sign({ song }: Release, wallet: PrivateKeyAccount): Promise<Hex> {
  const { json } = await api.call("GET", `song/${song}/download?wallet=${wallet.address}`);
  expect(Number.isSafeInteger(json.body)).toBe(true);
  const result = await api.call("GET", `song/${song}/download/${json.body}`);
  expect(result.json.body.message).toContain(`Nonce: ${json.body}`);
  return wallet.signMessage({ message: result.json.body.message });
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
  const contract: Address = (await api.getOwnCampaign(publisher, campaign)).campaign.contract_address;
  await moveToken(chain, { contract, tokenId }, { from, to });
}

describe("a wrapped mp3", () => {
  it("is delivered to a claimant who owns a token: with unchanged audio and a tag that another reader parses", async () => {
    const answer = await signedDownload(wrap, fan, wallet);
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
      "TXXX:CONTRACT": (await api.getOwnCampaign(publisher, wrap.campaign)).campaign.contract_address,
    });
    expect(common.picture?.[0]?.format).toBe("image/jpeg");
  });

  it("is delivered again to its owner, each time with a new serial, and once per signature", {
    retry: 0,
  }, async () => {
    const countSerials = async () => {
      const { rows } = await sql<{ serials: number }>`
        select count(distinct serial)::int as serials from wrapped_download where wallet = ${wallet.address.toLowerCase()}`.execute(
        api.context.db,
      );
      return rows[0]?.serials ?? 0;
    };
    const before = await countSerials();
    const signature = await sign(wrap, wallet);
    const twice = await Promise.all([1, 2].map(() => download(wrap, fan, wallet.address, signature)));
    expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    const repeated = await signedDownload(wrap, fan, wallet);
    expect(repeated.statusCode).toBe(200);
    expect(await countSerials()).toBe(before + 2);
  });

  it("is delivered by session to the owner of a kept artwork, with the number of its token", async () => {
    const [fan, stranger] = [await claimant(wrap), await claimant(wrap)];
    const { json } = await api.call("POST", `payment/${wrap.campaign}`, {
      payload: { keep: true },
      ...bearer(fan.token),
    });
    const query = new URL(json.body.redirect).searchParams;
    const payload = { code: query.get("c"), orderId: query.get("i") };
    const { participant } = (await api.call("POST", "payment/confirm", { payload })).json.body;
    const downloadKept = async (person: Person | undefined, level: number, change: object = {}) => {
      const answer = await app.inject({
        method: "POST",
        url: `/api/v1/song/${wrap.song}/download`,
        payload: { kept: true, rewardId: level, ...change },
        ...(person === undefined ? {} : bearer(person.token)),
      });
      const isFile = answer.headers["content-type"] === "audio/mpeg";
      return { file: answer.rawPayload, code: isFile ? undefined : answer.json().code };
    };
    const { file, code } = await downloadKept(fan, wrap.level);
    expect(code).toBeUndefined();
    const { frames } = await readTags(file);
    expect(frames).toMatchObject({ "TXXX:NETWORK": "LOCAL", "TXXX:TOKEN_ID": String(participant.id) });
    expect(frames).not.toHaveProperty("TOWN");
    expect((await downloadKept(stranger, wrap.level)).code).toBe("E0043");
    expect((await downloadKept(undefined, wrap.level)).code).toBe("E0004");
    expect((await downloadKept(fan, wrap.level + 1_000)).code).toBe("E0004");
    expect((await downloadKept(fan, wrap.level, { wallet: newWallet().address })).code).toBe("E0007");
    expect((await downloadKept(fan, wrap.level, { kept: false })).code).toBe("E0007");
    // Once it has a wallet, only that proves ownership.
    const wallet = newWallet();
    await api.call("PATCH", `my/art/${participant.id}`, {
      payload: { wallet: wallet.address },
      ...bearer(fan.token),
    });
    expect((await downloadKept(fan, wrap.level)).code).toBe("E0043");
    const isMinted = async () =>
      (await api.listParticipants(wrap.campaign)).some(
        ({ id, state }) => id === participant.id && state === "MINTED",
      );
    await api.runJobsUntil(isMinted);
    expect((await signedDownload(wrap, fan, wallet)).statusCode).toBe(200);
  });

  it("requires a token of the experience that its level names, stays available to claimants while its publisher hides the song, and is not found once that is deleted", async () => {
    const { song, ...first } = await release();
    const campaign = await api.addActiveCampaignOnChain(publisher, song);
    const named = { song, campaign, level: await offer(song, campaign) };
    const [fan, late, wallet] = [await claimant(named), await api.join(), newWallet()];
    await mintFor(wallet, { song, ...first });
    expect((await signedDownload(named, fan, wallet)).code).toBe("E0043");
    const tokenId = await mintFor(wallet, named);
    const { file } = await signedDownload(named, fan, wallet);
    expect((await readTags(file)).frames).toMatchObject({ "TXXX:TOKEN_ID": String(tokenId) });

    const setStatus = (status: string, of = song) =>
      sql`update song set status = ${status} where id = ${of}`.execute(api.context.db);
    await setStatus("HIDDEN");
    expect((await signedDownload(named, fan, wallet)).statusCode).toBe(200);
    expect((await signedDownload(named, late, wallet)).code).toBe("E0004");
    const { json } = await api.call("GET", "my/claims", bearer(fan.token));
    expect(json.body.data[0].song.is_public).toBe(false);
    const unclaimed = await api.addPublicWrap(publisher);
    await setStatus("HIDDEN", unclaimed);
    const requestNonce = (of: number) => api.call("GET", `song/${of}/download?wallet=${wallet.address}`);
    expect((await requestNonce(unclaimed)).status).toBe(404);
    const signature = await sign(named, wallet);
    await setStatus("DELETED");
    expect((await requestNonce(song)).status).toBe(404);
    expect((await download(named, fan, wallet.address, signature)).code).toBe("E0001");
  });

  it("is refused after a transfer of the token and delivered to its new owner, and a look before a claim names the token that a wallet holds", async () => {
    const [before, after, late] = [newWallet(), newWallet(), await api.join()];
    const tokenId = await mintFor(before, wrap);
    const look = ({ address }: PrivateKeyAccount, level = wrap.level, person?: Person) =>
      api.call(
        "GET",
        `song/${wrap.song}/reward/${level}/token?wallet=${address}`,
        person === undefined ? {} : bearer(person.token),
      );
    const { name } = (await api.getOwnCampaign(publisher, wrap.campaign)).campaign;
    const expected = { token_id: tokenId, experience: name };
    expect((await look(before, wrap.level, late)).json.body).toEqual(expected);
    await transfer(before, after.address, wrap, tokenId);
    expect((await look(before, wrap.level, late)).json.body).toBeNull();
    expect((await look(after, wrap.level, late)).json.body).toEqual(expected);
    expect((await look(after, wrap.level + 1_000, late)).status).toBe(404);
    expect((await look(after, 2 ** 31, late)).json.errors).toMatchObject([{ field: "rewardId" }]);
    expect((await look(after)).status).toBe(401);
    expect((await signedDownload(wrap, fan, before)).code).toBe("E0043");
    const moved = await signedDownload(wrap, fan, after);
    expect(moved.statusCode).toBe(200);
  });

  it("is delivered to a buyer of the token even if the node has no old events", async () => {
    const [maker, buyer] = [newWallet(), newWallet()];
    const bought = await mintFor(maker, wrap);
    await transfer(maker, buyer.address, wrap, bought);
    // More blocks than the node below searches for events at once.
    await chain.mineBlocks(8);
    const wire = await startRpcProxy(() => chain.network.rpcUrl);
    const tooWide = { error: { code: -32_000, message: "block range is too wide" } };
    wire.intercept = ({ method, params: [filter] }) => {
      if (method !== "eth_getLogs") return "pass";
      const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string };
      return Number(toBlock) - Number(fromBlock) < 4 ? "pass" : tooWide;
    };
    const network = { ...chain.network, rpcUrl: wire.url };
    api.context.evm = { ...chain.evm, networks: new Map([[network.name, network]]) };
    try {
      // A token exists, but its id is not known yet.
      expect((await signedDownload(wrap, fan, buyer)).code).toBe("E0037");
      await api.runJob("follow-owners", {});
      expect((await signedDownload(wrap, fan, buyer)).statusCode).toBe(200);
      expect((await signedDownload(wrap, fan, newWallet())).code).toBe("E0043");
    } finally {
      api.context.evm = chain.evm;
      await wire.close();
    }
  });

  it("is refused without a claim, without a token, and for another wallet's signature", async () => {
    const stranger = newWallet();
    expect((await signedDownload(wrap, await api.join(), wallet)).code).toBe("E0004");
    expect((await signedDownload(wrap, undefined, wallet)).code).toBe("E0004");
    expect((await signedDownload(wrap, fan, stranger)).code).toBe("E0043");
    const forged = await stranger.signMessage({ message: "I own it" });
    await sign(wrap, wallet);
    expect((await download(wrap, fan, wallet.address, forged)).code).toBe("E0036");
  });

  it("is delivered without a session to a wallet linked to the claimant", async () => {
    const address = wallet.address.toLowerCase();
    const { db } = api.context;
    await sql`insert into wallet (address, account_id, linked_at) values (${address}, ${fan.id}, now())`.execute(
      db,
    );
    expect((await signedDownload(wrap, undefined, wallet)).statusCode).toBe(200);
    await sql`delete from wallet where address = ${address}`.execute(db);
  });

  it("reports an unreachable network as unavailable, not as a missing token", async () => {
    const signature = await sign(wrap, wallet);
    const { evm } = api.context;
    const gone = { ...chain.network, rpcUrl: "http://127.0.0.1:1" };
    api.context.evm = { ...evm, networks: new Map([["LOCAL", gone]]) };
    const answer = await download(wrap, fan, wallet.address, signature);
    api.context.evm = evm;
    expect({ status: answer.statusCode, code: answer.code }).toEqual({ status: 503, code: "E0037" });
  });

  it("reports a network that is not configured, instead of asking to try again", async () => {
    const signature = await sign(wrap, wallet);
    const { evm } = api.context;
    const other = { ...chain.network, name: "LINEA" };
    api.context.evm = { ...evm, networks: new Map([["LINEA", other]]) };
    try {
      const { status, json } = await api.call("GET", `song/${wrap.song}/download?wallet=${wallet.address}`);
      expect({ status, code: json.code }).toEqual({ status: 409, code: "E0084" });
      const answer = await download(wrap, fan, wallet.address, signature);
      expect({ status: answer.statusCode, code: answer.code }).toEqual({ status: 409, code: "E0084" });
    } finally {
      api.context.evm = evm;
    }
  });
});
