import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, makePremium, type Person, password } from "../../../../testing/fixtures/people.ts";
import { proofIn } from "../../../../testing/fixtures/taking-part.ts";
import { type CheckoutApi, openCheckoutApi } from "../../../../testing/payments/paid-orders.ts";
import { listTokenCollections } from "../../index.ts";

let api: CheckoutApi;
let publisher: Publisher;
let song: number;
let fan: Person;
beforeAll(async () => {
  api = await openCheckoutApi();
  publisher = await api.addPublisher();
  await makePremium(api, publisher);
  song = await api.addPublicWrap(publisher);
  fan = await api.join();
});
afterAll(() => api.close());

const [first = "", second = "", ...others] = wallets(12, 120_000);
const openCampaign = (fields: Record<string, string> = {}) =>
  api.addActiveCampaign(publisher, song, { reward_points: "3", ...fields }, grid(3, 3));

const giveWallet = (person: Person | undefined, artwork: number, wallet: unknown) =>
  api.call("PATCH", `my/art/${artwork}`, {
    payload: { wallet },
    ...(person === undefined ? {} : bearer(person.token)),
  });
const listArt = async ({ token }: Person, filter = "") =>
  (await api.call("GET", `my/art?${filter}`, bearer(token))).json.body.data;

/** Joins a free experience without a wallet, by default a new one. Returns the artwork's number. */
async function keep(person: Person, campaign: number): Promise<number> {
  const proof = await api.reserve(person, campaign, null);
  const { json } = await api.confirmOrder(proof);
  return json.body.participant.id;
}

async function render(campaign: number): Promise<void> {
  for (const { id: participantId } of await api.listParticipants(campaign))
    await api.runJob("render-artwork", { campaignId: campaign, participantId });
}

/** Joins without a wallet, and has the artwork rendered. */
async function keepRendered(person: Person, campaign: number): Promise<number> {
  const id = await keep(person, campaign);
  await render(campaign);
  return id;
}

const findArtwork = async (campaign: number, artwork: number) =>
  (await api.listParticipants(campaign)).find(({ id }) => id === artwork);

describe("an order without a wallet", () => {
  it("reserves one spot, is paid for, and keeps its artwork with its number, points and supply", async () => {
    const buyer = await api.join();
    const campaign = await openCampaign({ cost_per_nft: "12.50" });
    const { json } = await api.createOrder(buyer, campaign, null);
    // The second tab shares the spot.
    const repeated = await api.createOrder(buyer, campaign, null);
    expect(repeated.json.body).toEqual(json.body);
    expect(await api.listOrders(campaign)).toMatchObject([{ wallet: null, state: "AWAITING_PAYMENT" }]);
    expect(await api.listOwnOrders(buyer, campaign)).toMatchObject([{ wallet_address: null }]);
    const proof = await api.pay(new URL(json.body.redirect).pathname);
    const { order, participant } = (await api.confirmOrder(proof)).json.body;
    expect(order).toMatchObject({ wallet_address: null, total: 12.5 });
    expect(participant).toMatchObject({
      name: "Tide Tables No. 1",
      nft_id: null,
      minted_at: null,
      owner_wallet_address: null,
      is_forfeited: false,
    });
    await render(campaign);
    await render(campaign);
    expect(await findArtwork(campaign, participant.id)).toMatchObject({ state: "KEPT" });
    expect(await api.listRequestedTokens(campaign)).toEqual([]);
    expect(await api.countSpots(campaign)).toEqual({ taken: 1, reserved: 1, participants: 1 });
    expect(await api.getPoints(buyer, song)).toBe(3);

    const page = await api.call("GET", `drop/${campaign}/${participant.id}`);
    expect(page.json.body).toMatchObject({ owner_wallet_address: null, name: "Tide Tables No. 1" });
    expect(page.json.body.image).not.toBeNull();
    const list = await api.call("GET", `drop/nfts?song_campaign_id==${campaign}`);
    expect(list.json.body).toMatchObject({ total: 1, data: [{ owner_wallet_address: null }] });
    expect((await api.call("GET", `drop/${campaign}`)).json.body.nfts).toBe(1);
    const metadata = await api.inject({ url: `/metadata/experiences/${campaign}/${participant.id}` });
    expect(metadata.json()).toMatchObject({ name: "Tide Tables No. 1", image: expect.any(String) });
    expect(await listArt(buyer, "kept==true")).toMatchObject([{ id: participant.id }]);
    expect(await listArt(buyer, "kept==false")).toEqual([]);
    expect(await listArt(buyer, `kept==true&song_id==${song + 1_000}`)).toEqual([]);
    const { json: data } = await api.call("GET", "my/data", bearer(buyer.token));
    expect(data.body.experiences.orders).toMatchObject([{ wallet_address: null }]);
    expect(data.body.experiences.artworks).toMatchObject([{ owner_wallet_address: null }]);
  });

  it("needs either a wallet or the wish to keep the artwork", async () => {
    const campaign = await openCampaign();
    const send = (payload: object) =>
      api.call("POST", `payment/${campaign}`, { payload, ...bearer(fan.token) });
    const noWallet = {
      field: "wallet",
      message: "Campaign not found or you forgot to input your wallet.",
    };
    expect((await send({})).json.errors).toEqual([noWallet]);
    expect((await send({ keep: false })).json.errors).toEqual([noWallet]);
    expect((await send({ keep: true, wallet: first })).json.errors).toMatchObject([{ field: "keep" }]);
    expect((await send({ keep: "yes" })).json.errors).toMatchObject([{ field: "keep" }]);
    expect(await api.listOrders(campaign)).toEqual([]);
  });

  it("that is refunded loses its points and keeps its artwork, as any other", async () => {
    const buyer = await api.join();
    const campaign = await openCampaign({ cost_per_nft: "12" });
    const { json } = await api.createOrder(buyer, campaign, null);
    const proof = await api.pay(new URL(json.body.redirect).pathname);
    const { participant } = (await api.confirmOrder(proof)).json.body;
    await render(campaign);
    const { rows } = await sql<{ id: string }>`
      select y.id from payment y join participation p on y.reference = p.id::text and y.kind = 'PARTICIPATION'
      where p.campaign_id = ${campaign}`.execute(api.context.db);
    await api.refundPayment(rows[0]?.id ?? "");
    await api.syncPayment(rows[0]?.id ?? "");
    expect(await api.getPoints(buyer, song)).toBe(0);
    expect(await api.listOwnOrders(buyer, campaign)).toMatchObject([
      { state: "FULFILLED", paid_back_for: "BY_THE_HOUSE" },
    ]);
    expect((await giveWallet(buyer, participant.id, first)).status).toBe(200);
  });
});

describe("giving a wallet to a kept artwork", () => {
  it("mints it with the number and picture that it had from the start", async () => {
    const campaign = await openCampaign();
    const id = await keepRendered(fan, campaign);
    const before = await findArtwork(campaign, id);
    // Typed with a checksum.
    const { address } = privateKeyToAccount(generatePrivateKey());
    const { status, json } = await giveWallet(fan, id, address);
    expect({ status, wallet: json.body.owner_wallet_address }).toEqual({
      status: 200,
      wallet: address.toLowerCase(),
    });
    expect(await findArtwork(campaign, id)).toMatchObject({ state: "MINTING" });
    expect(await api.listRequestedTokens(campaign)).toMatchObject([
      { token_id: id, owner: address.toLowerCase() },
    ]);
    await api.completeMints(campaign);
    const { state, ...after } = (await findArtwork(campaign, id)) ?? { state: "" };
    expect(state).toBe("MINTED");
    expect(after).toEqual({ ...before, state: undefined, owner_wallet_address: address.toLowerCase() });
    const page = await api.call("GET", `drop/${campaign}/${id}`);
    expect(page.json.body).toMatchObject({ nft_id: String(id), owner_wallet_address: address.toLowerCase() });
    expect(await listArt(fan, "kept==true")).not.toMatchObject([{ id }]);
  });

  it("before it is rendered has it minted afterwards", async () => {
    const campaign = await openCampaign();
    const id = await keep(fan, campaign);
    expect((await giveWallet(fan, id, first)).status).toBe(200);
    expect(await api.listRequestedTokens(campaign)).toEqual([]);
    await render(campaign);
    expect(await api.listRequestedTokens(campaign)).toMatchObject([{ token_id: id, owner: first }]);
  });

  it("while it is being rendered has it minted exactly once", { retry: 0 }, async () => {
    const campaign = await openCampaign();
    const id = await keep(fan, campaign);
    const [response] = await Promise.all([giveWallet(fan, id, first), render(campaign)]);
    expect(response.status).toBe(200);
    expect(await api.listRequestedTokens(campaign)).toMatchObject([{ token_id: id, owner: first }]);
  });

  it("returns the same for a repeat, and refuses another wallet", { retry: 0 }, async () => {
    const campaign = await openCampaign();
    const id = await keepRendered(fan, campaign);
    const { json } = await giveWallet(fan, id, first);
    expect((await giveWallet(fan, id, ` 0x${first.slice(2).toUpperCase()}`)).json).toEqual(json);
    const refused = await giveWallet(fan, id, second);
    expect([refused.status, refused.json.code]).toEqual([409, "E0087"]);
    await api.completeMints(campaign);
    expect((await giveWallet(fan, id, second)).json.code).toBe("E0087");
    expect(await api.listRequestedTokens(campaign)).toMatchObject([{ token_id: id, owner: first }]);
  });

  it("lets one of many concurrent wallets win", { retry: 0 }, async () => {
    const campaign = await openCampaign();
    const id = await keepRendered(fan, campaign);
    const answers = await Promise.all(others.map((wallet) => giveWallet(fan, id, wallet)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won.length).toBe(1);
    expect(answers.filter(({ json }) => json.code === "E0087").length).toBe(others.length - 1);
    const owner = won[0]?.json.body.owner_wallet_address;
    expect(await api.listRequestedTokens(campaign)).toMatchObject([{ token_id: id, owner }]);
  });

  it("is for its owner alone, with a session and a valid address", async () => {
    const campaign = await openCampaign();
    const id = await keepRendered(fan, campaign);
    const stranger = await api.join();
    expect((await giveWallet(undefined, id, first)).status).toBe(401);
    expect((await giveWallet(stranger, id, first)).status).toBe(404);
    expect((await giveWallet(publisher, id, first)).status).toBe(404);
    expect((await giveWallet(fan, id + 1_000_000, first)).status).toBe(404);
    for (const wallet of [undefined, "", "0x12", `0x${"0".repeat(40)}`, 7, null]) {
      const { status, json } = await giveWallet(fan, id, wallet);
      expect([status, json.code, json.errors[0].field]).toEqual([400, "E0007", "wallet"]);
    }
    expect(await findArtwork(campaign, id)).toMatchObject({ state: "KEPT", owner_wallet_address: null });
  });

  it("works after the experience was closed and deleted", async () => {
    const campaign = await openCampaign();
    const id = await keepRendered(fan, campaign);
    await api.call("PATCH", `drop/${campaign}/close`, bearer(publisher.token));
    expect((await api.call("DELETE", `drop/${campaign}`, bearer(publisher.token))).status).toBe(200);
    expect((await giveWallet(fan, id, first)).status).toBe(200);
    expect(await api.listRequestedTokens(campaign)).toMatchObject([{ token_id: id, owner: first }]);
  });

  it("works under a restriction, which hides the artwork but is not its owner's fault", async () => {
    const campaign = await openCampaign();
    const id = await keepRendered(fan, campaign);
    await sql`
      insert into restriction (kind, target, ground, basis, reason, since)
      values ('artwork', ${`${campaign}-${id}`}, 'terms', '3', 'Reported.', now())`.execute(api.context.db);
    expect((await api.call("GET", `drop/${campaign}/${id}`)).status).toBe(404);
    expect((await giveWallet(fan, id, first)).status).toBe(200);
  });

  it("keeps a failed artwork's wallet for the retry", async () => {
    const campaign = await openCampaign();
    const id = await keep(fan, campaign);
    await sql`update participant set state = 'FAILED', problem = 'x' where id = ${id}`.execute(
      api.context.db,
    );
    const failures = await api.call("GET", `my/dapp/${campaign}/failures`, bearer(publisher.token));
    expect(failures.json.body.data).toMatchObject([{ participant_id: id, owner_wallet_address: null }]);
    expect((await giveWallet(fan, id, first)).status).toBe(200);
    expect(await api.listRequestedTokens(campaign)).toEqual([]);
    const retry = await api.call("POST", `drop/${campaign}/participant/${id}/mint`, bearer(publisher.token));
    expect(retry.status).toBe(200);
    await render(campaign);
    expect(await api.listRequestedTokens(campaign)).toMatchObject([{ token_id: id, owner: first }]);
  });
});

describe("leaving the account without giving a wallet", () => {
  it("forfeits the token, and leaves the artwork with its number", async () => {
    const leaver = await api.join();
    const campaign = await openCampaign();
    const [rendered, unrendered] = [await keepRendered(leaver, campaign), await keep(leaver, campaign)];
    const { status } = await api.call("DELETE", "me", { payload: { password }, ...bearer(leaver.token) });
    expect(status).toBe(200);
    await render(campaign);
    for (const id of [rendered, unrendered]) {
      expect(await findArtwork(campaign, id)).toMatchObject({ state: "KEPT", owner_wallet_address: null });
      expect((await api.call("GET", `drop/${campaign}/${id}`)).json.body.is_forfeited).toBe(true);
    }
    expect(await api.listRequestedTokens(campaign)).toEqual([]);
    expect(await api.countSpots(campaign)).toMatchObject({ participants: 2 });
    expect((await giveWallet(fan, rendered, first)).status).toBe(404);
  });

  it("at the same instant as giving one either mints or forfeits it", { retry: 0 }, async () => {
    const leaver = await api.join();
    const campaign = await openCampaign();
    const id = await keepRendered(leaver, campaign);
    const [change, deletion] = await Promise.all([
      giveWallet(leaver, id, first),
      api.call("DELETE", "me", { payload: { password }, ...bearer(leaver.token) }),
    ]);
    expect(deletion.status).toBe(200);
    const requested = await api.listRequestedTokens(campaign);
    expect(requested.length).toBe(change.status === 200 ? 1 : 0);
    expect(await findArtwork(campaign, id)).toMatchObject({
      state: change.status === 200 ? "MINTING" : "KEPT",
    });
  });
});

describe("a kept artwork", () => {
  it("counts for no wallet", async () => {
    const campaign = await openCampaign();
    await keepRendered(fan, campaign);
    const collections = await listTokenCollections(api.context.db, { songId: song, wallet: first });
    expect(collections.find(({ campaignId }) => campaignId === campaign)?.likely).toEqual([]);
  });

  it("is confirmed to its buyer by a mail that says so", async () => {
    const buyer = await api.join();
    await sql`delete from graphile_worker._private_jobs`.execute(api.context.db);
    await api.confirmOrder(
      proofIn((await api.createOrder(buyer, await openCampaign(), null)).json.body.redirect),
    );
    expect((await api.listJobs()).filter(({ name }) => name === "send-letter").length).toBe(1);
  });
});
