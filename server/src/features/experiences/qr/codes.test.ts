import { proofLifetime } from "@wrapsody/shared/accounts/wallets.ts";
import { SCAN_INTERVAL_S } from "@wrapsody/shared/experiences/qr.ts";
import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { startTestChain, type TestChain } from "../../../testing/chain/chain.ts";
import { approveMessage, deployContractWallet } from "../../../testing/chain/contract-wallet.ts";
import { type MintingApi, openMintingApi } from "../../../testing/chain/minting.ts";
import type { Publisher } from "../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../testing/fixtures/people.ts";
import { deleteOldVisitsJob } from "./scans.ts";

let api: MintingApi;
let chain: TestChain;
let publisher: Publisher;
let set: Awaited<ReturnType<typeof publish>>;

beforeAll(async () => {
  [api, chain] = await Promise.all([openMintingApi(), startTestChain()]);
  api.context.evm = chain.evm;
  publisher = await api.addPublisher();
  set = await publish();
});
afterAll(async () => {
  await api.close();
  await chain.stop();
});

const link = "https://ottilie.example/backstage";
const newWallet = () => privateKeyToAccount(generatePrivateKey());

/** Creates an active experience with a secure code in every artwork. */
async function publish() {
  const song = await api.addPublicWrap(publisher);
  const campaign = await api.createCampaign(publisher, song);
  // Give 64 different artworks, enough for every test and its retries.
  const below = Array.from({ length: 8 }, () => ({}));
  const above = Array.from({ length: 8 }, () => ({ slot_number: "3", layer_level: "3" }));
  await api.createComponents(publisher, campaign, [...below, ...above]);
  const [component = 0] = await api.createComponents(publisher, campaign, [
    {
      name: "Backstage",
      slot_number: "2",
      layer_level: "2",
      component_type: "QR_CODE",
      qr_code_link: link,
      qr_code_width: "400",
      image: undefined,
    },
  ]);
  await api.call("PATCH", `drop/${campaign}/activate`, bearer(publisher.token));
  await api.runJobsUntil(
    async () => (await api.getOwnCampaign(publisher, campaign)).campaign.stage === "ACTIVE",
  );
  return { song, campaign, component };
}

type MintedArtwork = { wallet: PrivateKeyAccount; nftId: number };

/** Mints an artwork to a wallet, by default a new one. */
async function mint(wallet = newWallet()): Promise<MintedArtwork> {
  return { wallet, nftId: await mintTo(wallet.address) };
}

async function mintTo(address: Address): Promise<number> {
  const before = (await api.listParticipants(set.campaign)).map(({ id }) => id);
  await api.mintToWallets(publisher, set.campaign, { wallets: [address] });
  const minted = async () =>
    (await api.listParticipants(set.campaign)).find(
      ({ id, owner_wallet_address, state }) =>
        !before.includes(id) && owner_wallet_address === address.toLowerCase() && state === "MINTED",
    );
  await api.runJobsUntil(async () => (await minted()) !== undefined);
  return (await minted())?.id ?? 0;
}

const codeOf = (nftId: number) => ({ songId: set.song, componentId: set.component, nftId });

const requestMessage = (nftId: number, wallet: Address, change: object = {}) =>
  api.call("POST", "qr/message", { payload: { ...codeOf(nftId), wallet, ...change } });

const confirm = (nftId: number, wallet: Address, signature: Hex, nonce?: string) =>
  api.call("POST", "qr/confirm", { payload: { ...codeOf(nftId), wallet, signature, nonce } });

async function sign(nftId: number, wallet: PrivateKeyAccount): Promise<Hex> {
  const { json } = await requestMessage(nftId, wallet.address);
  return wallet.signMessage({ message: json.body.message });
}

const scan = (nftId: number, visitor: string | undefined, change: object = {}) =>
  api.call("POST", "qr/scan", {
    headers: visitor === undefined ? {} : { "x-wrap-per": visitor },
    payload: { ...codeOf(nftId), ...change },
  });

const scans = async (person: Person | undefined) =>
  api.call("GET", `my/dapp/${set.campaign}/scans`, person === undefined ? {} : bearer(person.token));

/** Transfers an artwork to another wallet. */
async function give(nftId: number, wallet: PrivateKeyAccount, next: Address): Promise<void> {
  await chain.fund(wallet.address, 10n ** 18n);
  const to: Address = (await api.getOwnCampaign(publisher, set.campaign)).campaign.contract_address;
  const data = encodeFunctionData({
    abi: parseAbi(["function transferFrom(address from, address to, uint256 tokenId)"]),
    args: [wallet.address, next, BigInt(nftId)],
  });
  const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n, gas: 200_000n, chainId: 31_337 };
  await chain.sendRaw(await wallet.signTransaction({ to, data, nonce: 0, ...fees }));
}

describe("a secure QR code", () => {
  it("redirects the artwork's owner to its target, which is hidden until then", async () => {
    const { wallet, nftId } = await mint();
    const components = await api.call("GET", `dapp/${set.campaign}/components`);
    expect(JSON.stringify(components.json)).not.toContain(link);
    const response = await requestMessage(nftId, wallet.address);
    expect(JSON.stringify(response.json)).not.toContain(link);
    const signature = await wallet.signMessage({ message: response.json.body.message });
    const { status, json } = await confirm(nftId, wallet.address, signature);
    expect({ status, body: json.body }).toEqual({ status: 200, body: link });
  });

  it("leads nowhere if its stored link has credentials or line breaks", async () => {
    const { wallet, nftId } = await mint();
    const signature = await sign(nftId, wallet);
    const store = (target: string) =>
      sql`update component set qr_code_link = ${target} where id = ${set.component}`.execute(api.context.db);
    for (const target of [
      "https://user:pass@ottilie.example/",
      "https://ottilie.example/\r\nset-cookie: a=b",
    ]) {
      await store(target);
      for (const answer of [
        await requestMessage(nftId, wallet.address),
        await confirm(nftId, wallet.address, signature),
        await scan(nftId, "4f2a1c7e-0d53-4b7e-9a51-2f1d8f3f6f10"),
      ]) {
        expect([answer.status, answer.json.code]).toEqual([404, "E0001"]);
      }
    }
    await store(link);
    // The signature was not used up.
    expect((await confirm(nftId, wallet.address, signature)).json.body).toBe(link);
  });

  it("leads nowhere while its artwork, experience or publisher is restricted", async () => {
    const { wallet, nftId } = await mint();
    const signature = await sign(nftId, wallet);
    const { db } = api.context;
    const restricted = [
      { kind: "artwork", target: `${set.campaign}-${nftId}` },
      { kind: "experience", target: String(set.campaign) },
      { kind: "account", target: publisher.id },
    ];
    for (const { kind, target } of restricted) {
      await sql`
        insert into restriction (kind, target, ground, basis, reason, since)
        values (${kind}, ${target}, 'law', 'Fraud', 'It leads to a forged login.', now())`.execute(db);
      await sql`update song set status = status where id = ${set.song}`.execute(db);
      for (const answer of [
        await requestMessage(nftId, wallet.address),
        await confirm(nftId, wallet.address, signature),
        await scan(nftId, "4f2a1c7e-0d53-4b7e-9a51-2f1d8f3f6f11"),
      ])
        expect([kind, answer.status, answer.json.code]).toEqual([kind, 404, "E0001"]);
      await sql`update restriction set ended_at = now() where kind = ${kind} and target = ${target}`.execute(
        db,
      );
      await sql`update song set status = status where id = ${set.song}`.execute(db);
    }
    // The signature was not used up.
    expect((await confirm(nftId, wallet.address, signature)).json.body).toBe(link);
  });

  it("is confirmed once, even if scanned twice concurrently", { retry: 0 }, async () => {
    const { wallet, nftId } = await mint();
    const signatures = [await sign(nftId, wallet), await sign(nftId, wallet), await sign(nftId, wallet)];
    const answers = await Promise.all(
      signatures.map((signature) => confirm(nftId, wallet.address, signature)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { json } of answers.filter(({ status }) => status !== 200)) expect(json.code).toBe("E0044");
    const late = await requestMessage(nftId, wallet.address);
    expect({ code: late.json.code, message: late.json.message }).toEqual({
      code: "E0044",
      message: "This link was already used.",
    });
  });

  it("stays confirmed when its artwork changes owners", async () => {
    const [{ wallet, nftId }, next] = [await mint(), newWallet()];
    await confirm(nftId, wallet.address, await sign(nftId, wallet));
    await give(nftId, wallet, next.address);
    expect((await requestMessage(nftId, next.address)).json.code).toBe("E0044");
  });

  it("is not confirmed by a wallet that does not own the artwork, nor by another wallet's signature", async () => {
    const [{ wallet, nftId }, stranger] = [await mint(), newWallet()];
    const unasked = await requestMessage(nftId, stranger.address);
    expect({ code: unasked.json.code, body: unasked.json.body }).toEqual({ code: "E0043", body: undefined });
    expect((await confirm(nftId, stranger.address, "0x12")).json.code).toBe("E0020");
    const signature = await sign(nftId, wallet);
    const forged = await confirm(nftId, wallet.address, await stranger.signMessage({ message: "me" }));
    expect(forged.json.code).toBe("E0036");
    // An invalid proof does not use up the owner's challenge.
    expect((await confirm(nftId, wallet.address, signature)).status).toBe(200);
  });

  it("accepts a signature once, for its own code", { retry: 0 }, async () => {
    const artwork = await mint();
    const other = await mint(artwork.wallet);
    const signature = await sign(artwork.nftId, artwork.wallet);
    expect((await confirm(other.nftId, artwork.wallet.address, signature)).json.code).toBe("E0020");
    const { context } = api;
    await sql`update wallet_proof set expires_at = ${context.clock.now()} where address = ${artwork.wallet.address.toLowerCase()}`.execute(
      context.db,
    );
    expect((await confirm(artwork.nftId, artwork.wallet.address, signature)).json.code).toBe("E0020");
  });

  it("is not found for another song, another component or a missing artwork", async () => {
    const { wallet, nftId } = await mint();
    for (const change of [{ songId: set.song + 1 }, { componentId: set.component - 1 }, { nftId: 999_999 }]) {
      expect((await requestMessage(nftId, wallet.address, change)).json.code).toBe("E0001");
    }
    const wrong = await requestMessage(nftId, "0x12", { songId: "first" });
    expect(wrong.json.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      "songId",
      "wallet",
    ]);
  });

  it("cannot be confirmed while its network is unreachable, and is not used up", async () => {
    const { wallet, nftId } = await mint();
    const signature = await sign(nftId, wallet);
    const { evm } = api.context;
    const gone = { ...chain.network, rpcUrl: "http://127.0.0.1:1" };
    api.context.evm = { ...evm, networks: new Map([["LOCAL", gone]]) };
    const answer = await confirm(nftId, wallet.address, signature);
    api.context.evm = evm;
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status: 503, code: "E0037" });
    expect((await confirm(nftId, wallet.address, signature)).status).toBe(200);
  });

  it("returns the same response to a repeat of the same signature while it is valid, and to no other caller", {
    retry: 0,
  }, async () => {
    const { wallet, nftId } = await mint();
    const [signature, another] = [await sign(nftId, wallet), await sign(nftId, wallet)];
    const confirmAgain = () => confirm(nftId, wallet.address, signature);
    // The first two arrive concurrently, as when a browser repeats a pending request.
    const answers = [...(await Promise.all([confirmAgain(), confirmAgain()])), await confirmAgain()];
    for (const { status, json } of answers) expect([status, json.body]).toEqual([200, link]);
    expect((await confirm(nftId, wallet.address, another)).json.code).toBe("E0044");
    expect((await confirm(nftId, newWallet().address, signature)).json.code).toBe("E0044");
    expect((await requestMessage(nftId, wallet.address)).json.code).toBe("E0044");
    const { db, clock } = api.context;
    const earlier = new Date(clock.now().getTime() - proofLifetime * 1000);
    await sql`update qr_confirmation set confirmed_at = ${earlier} where participant_id = ${nftId}`.execute(
      db,
    );
    expect((await confirmAgain()).json.code).toBe("E0044");
  });

  it("redirects a contract wallet that approved the message on its chain, and nobody who saw that", {
    retry: 0,
  }, async () => {
    const wallet = await deployContractWallet(chain, newWallet().address);
    const nftId = await mintTo(wallet);
    const [{ json: asked }, { json: other }] = [
      await requestMessage(nftId, wallet),
      await requestMessage(nftId, wallet),
    ];
    expect(asked.body.valid_for).toBe(86_400);
    await approveMessage(chain, wallet, asked.body.message);
    const confirmBy = async (nonce?: string) => (await confirm(nftId, wallet, "0x", nonce)).json;
    expect((await confirmBy()).errors).toEqual([{ field: "nonce", message: "Required" }]);
    expect((await confirmBy(other.body.nonce)).code).toBe("E0036");
    expect((await confirmBy(asked.body.nonce)).body).toBe(link);
    expect((await confirmBy(asked.body.nonce)).body).toBe(link);
    expect((await confirmBy(other.body.nonce)).code).toBe("E0044");
  });

  it("has one target for one of two wallets that scan it twenty times concurrently", {
    retry: 0,
  }, async () => {
    const [{ wallet, nftId }, next] = [await mint(), newWallet()];
    const own = await Promise.all(Array.from({ length: 10 }, () => sign(nftId, wallet)));
    await give(nftId, wallet, next.address);
    const theirs = await Promise.all(Array.from({ length: 10 }, () => sign(nftId, next)));
    const requests = [
      ...own.map((signature) => confirm(nftId, wallet.address, signature)),
      ...theirs.map((signature) => confirm(nftId, next.address, signature)),
    ];
    const answers = await Promise.all(requests);
    const led = answers.filter(({ status }) => status === 200);
    expect(led.map(({ json }) => json.body)).toEqual([link]);
    expect(answers.slice(0, 10).some(({ status }) => status === 200)).toBe(false);
    for (const { json } of answers.slice(10).filter(({ status }) => status !== 200))
      expect(json.code).toBe("E0044");
  });
});

describe("a secure QR code in a kept artwork", () => {
  /** Joins without a wallet. Returns the number of the artwork. */
  async function keep(person: Person): Promise<number> {
    const { json } = await api.call("POST", `payment/${set.campaign}`, {
      payload: { keep: true },
      ...bearer(person.token),
    });
    const query = new URL(json.body.redirect).searchParams;
    const payload = { code: query.get("c"), orderId: query.get("i") };
    return (await api.call("POST", "payment/confirm", { payload })).json.body.participant.id;
  }
  const confirmBySession = (nftId: number, person?: Person, change: object = {}) =>
    api.call("POST", "qr/confirm", {
      payload: { ...codeOf(nftId), kept: true, ...change },
      ...(person === undefined ? {} : bearer(person.token)),
    });

  it("redirects its owner by session, once, and nobody else", { retry: 0 }, async () => {
    const [owner, stranger] = [await api.join(), await api.join()];
    const nftId = await keep(owner);
    expect((await scan(nftId, "visitor000000009")).json.body).toEqual({ counted: true, kept: true });
    expect((await confirmBySession(nftId)).json.code).toBe("E0002");
    expect((await confirmBySession(nftId, stranger)).json.code).toBe("E0043");
    const { wallet, nftId: minted } = await mint();
    expect((await scan(minted, "visitor000000009")).json.body.kept).toBe(false);
    expect((await confirmBySession(minted, owner)).json.code).toBe("E0043");
    const mixed = await confirmBySession(nftId, owner, { wallet: wallet.address, signature: "0x00" });
    expect(mixed.json.errors.map(({ field }: { field: string }) => field)).toEqual(["wallet", "signature"]);
    const { json: neither } = await confirmBySession(nftId, owner, { kept: false });
    expect(neither.errors.map(({ field }: { field: string }) => field)).toEqual(["wallet", "signature"]);
    expect((await requestMessage(nftId, wallet.address)).json.code).toBe("E0043");

    const twice = await Promise.all([confirmBySession(nftId, owner), confirmBySession(nftId, owner)]);
    expect(twice.map(({ json }) => json.body)).toEqual([link, link]);
    expect((await confirmBySession(nftId, stranger)).json.code).toBe("E0044");
    api.context.clock.move(proofLifetime + 1);
    expect((await confirmBySession(nftId, owner)).json.code).toBe("E0044");
  });

  it("needs the wallet's signature once it was given one", async () => {
    const owner = await api.join();
    const nftId = await keep(owner);
    const wallet = newWallet();
    const payload = { wallet: wallet.address };
    expect((await api.call("PATCH", `my/art/${nftId}`, { payload, ...bearer(owner.token) })).status).toBe(
      200,
    );
    expect((await confirmBySession(nftId, owner)).json.code).toBe("E0043");
    const isMinted = async () =>
      (await api.listParticipants(set.campaign)).some(({ id, state }) => id === nftId && state === "MINTED");
    await api.runJobsUntil(isMinted);
    expect((await confirm(nftId, wallet.address, await sign(nftId, wallet))).json.body).toBe(link);
  });
});

describe("scans of a secure QR code", () => {
  it("are visible only to its publisher, with the confirmations", async () => {
    const before = (await scans(publisher)).json.body.components[0];
    const { wallet, nftId } = await mint();
    await scan(nftId, "visitor000000001");
    await requestMessage(nftId, wallet.address);
    await confirm(nftId, wallet.address, await sign(nftId, wallet));
    await scan(nftId, "visitor000000002");
    expect((await scans(publisher)).json.body.components).toMatchObject([
      {
        component_id: set.component,
        component: "Backstage",
        scans: before.scans + 2,
        confirmed: before.confirmed + 1,
      },
    ]);
    expect((await scans(undefined)).status).toBe(401);
    expect((await scans(await api.join())).status).toBe(404);
  });

  it("are counted once per opening, even concurrently, and again for a visitor after ten minutes", {
    retry: 0,
  }, async () => {
    const { nftId } = await mint();
    const count = async (visitor: string | undefined, times = 1) => {
      const answers = await Promise.all(Array.from({ length: times }, () => scan(nftId, visitor)));
      return answers.filter(({ json }) => json.body.counted).length;
    };
    const before = (await scans(publisher)).json.body.components[0].scans;
    expect(await count("visitor000000003", 20)).toBe(1);
    expect(await count("visitor000000004")).toBe(1);
    expect([await count(undefined), await count(undefined)]).toEqual([1, 0]);
    const { db } = api.context;
    await sql`update qr_visit set scanned_at = scanned_at - make_interval(secs => ${SCAN_INTERVAL_S}) where participant_id = ${nftId}`.execute(
      db,
    );
    expect(await count("visitor000000003")).toBe(1);
    expect((await scans(publisher)).json.body.components[0].scans).toBe(before + 4);
    // Only visits that would not be counted again are stored.
    await Promise.all([deleteOldVisitsJob.run(api.context, {}), deleteOldVisitsJob.run(api.context, {})]);
    expect(await count("visitor000000003")).toBe(0);
  });

  it("are not counted for an invalid code", async () => {
    const { nftId } = await mint();
    for (const change of [{ songId: set.song + 1 }, { componentId: set.component - 1 }, { nftId: 999_999 }]) {
      expect((await scan(nftId, "visitor000000005", change)).json.code).toBe("E0001");
    }
    const wrong = await scan(nftId, "visitor000000005", { songId: "first" });
    expect(wrong.json.errors.map(({ field }: { field: string }) => field)).toEqual(["songId"]);
  });
});
