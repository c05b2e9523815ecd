import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database.ts";
import type { House } from "../../../testing/campaigns.ts";
import { startTestChain, type TestChain } from "../../../testing/chain.ts";
import { type MintingDesk, openMintingDesk } from "../../../testing/minting.ts";
import { as, type Person } from "../../../testing/people.ts";

let desk: MintingDesk;
let chain: TestChain;
let house: House;
let set: Awaited<ReturnType<typeof publish>>;

beforeAll(async () => {
  [desk, chain] = await Promise.all([openMintingDesk(), startTestChain()]);
  desk.context.evm = chain.evm;
  house = await desk.openHouse();
  set = await publish();
}, 90_000);
afterAll(async () => {
  await desk.close();
  await chain.stop();
});

const link = "https://ottilie.example/backstage";
const newWallet = () => privateKeyToAccount(generatePrivateKey());

/** An active experience with a secure code in every picture. */
async function publish() {
  const song = await desk.publicWrap(house);
  const campaign = await desk.campaign(house, song);
  const images = Array.from({ length: 12 }, () => ({}));
  await desk.components(house, campaign, images);
  const [component = 0] = await desk.components(house, campaign, [
    {
      ...{ name: "Backstage", slot_number: "2", layer_level: "2", component_type: "QR_CODE" },
      ...{ qr_code_link: link, qr_code_width: "400", image: undefined },
    },
  ]);
  await desk.call("PATCH", `drop/${campaign}/activate`, as(house.token));
  await workUntil(async () => (await desk.own(house, campaign)).campaign.stage === "ACTIVE");
  return { song, campaign, component };
}

async function workUntil(isSo: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < 60; round += 1) {
    await desk.work();
    if (await isSo()) return;
    await sql`select graphile_worker.add_job('work-on-chain', '{"network":"LOCAL"}')`.execute(
      desk.context.db,
    );
  }
  throw new Error("it does not come to an end");
}

type Held = { wallet: PrivateKeyAccount; nftId: number };

/** An artwork of a new wallet. */
async function mint(): Promise<Held> {
  const wallet = newWallet();
  await desk.mint(house, set.campaign, { wallets: [wallet.address] });
  const minted = async () =>
    (await desk.kept(set.campaign)).find(
      ({ owner_wallet_address, state }) =>
        owner_wallet_address === wallet.address.toLowerCase() && state === "MINTED",
    );
  await workUntil(async () => (await minted()) !== undefined);
  return { wallet, nftId: (await minted())?.id ?? 0 };
}

const codeOf = (nftId: number) => ({ songId: set.song, componentId: set.component, nftId });

const ask = (nftId: number, wallet: Address, change: object = {}) =>
  desk.call("POST", "qr/message", { payload: { ...codeOf(nftId), wallet, ...change } });

const confirm = (nftId: number, wallet: Address, signature: Hex) =>
  desk.call("POST", "qr/confirm", { payload: { ...codeOf(nftId), wallet, signature } });

async function sign(nftId: number, wallet: PrivateKeyAccount): Promise<Hex> {
  const { json } = await ask(nftId, wallet.address);
  return wallet.signMessage({ message: json.body.message });
}

const scans = async (who: Person | undefined) =>
  desk.call("GET", `my/dapp/${set.campaign}/scans`, who === undefined ? {} : as(who.token));

describe("a secure QR code", () => {
  it("leads whoever owns its artwork to its target, which nobody learns before", async () => {
    const { wallet, nftId } = await mint();
    const components = await desk.call("GET", `dapp/${set.campaign}/components`);
    expect(JSON.stringify(components.json)).not.toContain(link);
    const asked = await ask(nftId, wallet.address);
    expect(JSON.stringify(asked.json)).not.toContain(link);
    const signature = await wallet.signMessage({ message: asked.json.body.message });
    const { status, json } = await confirm(nftId, wallet.address, signature);
    expect({ status, body: json.body }).toEqual({ status: 200, body: link });
  }, 60_000);

  it("is confirmed once, also where two scan it at the same instant", async () => {
    const { wallet, nftId } = await mint();
    const signatures = [await sign(nftId, wallet), await sign(nftId, wallet), await sign(nftId, wallet)];
    const answers = await Promise.all(signatures.map((one) => confirm(nftId, wallet.address, one)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { json } of answers.filter(({ status }) => status !== 200)) expect(json.code).toBe("E0044");
    const late = await ask(nftId, wallet.address);
    expect({ code: late.json.code, message: late.json.message }).toEqual({
      code: "E0044",
      message: "This link was used already.",
    });
  }, 60_000);

  it("stays confirmed when its artwork has a new owner", async () => {
    const [{ wallet, nftId }, next] = [await mint(), newWallet()];
    await confirm(nftId, wallet.address, await sign(nftId, wallet));
    await chain.fund(wallet.address, 10n ** 18n);
    const to: Address = (await desk.own(house, set.campaign)).campaign.contract_address;
    const data = encodeFunctionData({
      abi: parseAbi(["function transferFrom(address from, address to, uint256 tokenId)"]),
      args: [wallet.address, next.address, BigInt(nftId)],
    });
    const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n, gas: 200_000n, chainId: 31_337 };
    await chain.ask("eth_sendRawTransaction", await wallet.signTransaction({ to, data, nonce: 0, ...fees }));
    expect((await ask(nftId, next.address)).json.code).toBe("E0044");
  }, 60_000);

  it("is not confirmed by a wallet that does not own the artwork, nor by a signature of another", async () => {
    const [{ wallet, nftId }, stranger] = [await mint(), newWallet()];
    const own = await confirm(nftId, stranger.address, await sign(nftId, stranger));
    expect(own.json.code).toBe("E0043");
    await sign(nftId, wallet);
    const forged = await confirm(nftId, wallet.address, await stranger.signMessage({ message: "me" }));
    expect(forged.json.code).toBe("E0036");
    expect((await confirm(nftId, wallet.address, await sign(nftId, wallet))).status).toBe(200);
  }, 60_000);

  it("has a signature that works once, for its own code", async () => {
    const [one, other] = [await mint(), await mint()];
    const signature = await sign(one.nftId, one.wallet);
    expect((await confirm(other.nftId, one.wallet.address, signature)).json.code).toBe("E0020");
    const { context } = desk;
    await sql`update wallet_proof set expires_at = ${context.clock.now()} where address = ${one.wallet.address.toLowerCase()}`.execute(
      context.db,
    );
    expect((await confirm(one.nftId, one.wallet.address, signature)).json.code).toBe("E0020");
  }, 60_000);

  it("is not found for another song, another component, or an artwork that is not there", async () => {
    const { wallet, nftId } = await mint();
    for (const change of [{ songId: set.song + 1 }, { componentId: set.component - 1 }, { nftId: 999_999 }]) {
      expect((await ask(nftId, wallet.address, change)).json.code).toBe("E0001");
    }
    const wrong = await ask(nftId, "0x12", { songId: "first" });
    expect(wrong.json.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      "songId",
      "wallet",
    ]);
  }, 60_000);

  it("cannot be confirmed, and is not used up, while its network does not answer", async () => {
    const { wallet, nftId } = await mint();
    const signature = await sign(nftId, wallet);
    const { evm } = desk.context;
    const gone = { ...chain.network, rpcUrl: "http://127.0.0.1:1" };
    desk.context.evm = { ...evm, networks: new Map([["LOCAL", gone]]) };
    const answer = await confirm(nftId, wallet.address, signature);
    desk.context.evm = evm;
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status: 503, code: "E0037" });
    expect((await confirm(nftId, wallet.address, await sign(nftId, wallet))).status).toBe(200);
  }, 60_000);

  it("tells its publisher how often it was scanned and confirmed, and nobody else", async () => {
    const before = (await scans(house)).json.body.components[0];
    const { wallet, nftId } = await mint();
    await ask(nftId, wallet.address);
    await confirm(nftId, wallet.address, await sign(nftId, wallet));
    expect((await scans(house)).json.body.components).toMatchObject([
      {
        ...{ component_id: set.component, component: "Backstage" },
        ...{ scans: before.scans + 2, confirmed: before.confirmed + 1 },
      },
    ]);
    expect((await scans(undefined)).status).toBe(401);
    expect((await scans(await desk.join())).status).toBe(404);
  }, 60_000);
});
