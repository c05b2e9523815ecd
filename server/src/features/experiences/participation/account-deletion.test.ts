import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { grid, wallets } from "../../../testing/chain/minting.ts";
import type { Publisher, Sent } from "../../../testing/fixtures/campaigns.ts";
import { bearer, type Person, password } from "../../../testing/fixtures/people.ts";
import { pngFile } from "../../../testing/fixtures/studio.ts";
import { type FanApi, openFanApi, type Proof, proofIn } from "../../../testing/fixtures/taking-part.ts";

let api: FanApi;
let publisher: Publisher;
let song: number;
beforeAll(async () => {
  api = await openFanApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
});
afterAll(() => api.close());

const [wallet = "", second = ""] = wallets(2, 61_000);
const selfie: Sent = {
  name: "Your face",
  image: undefined,
  component_type: "PRESELECTED",
  slot_number: "3",
  layer_level: "3",
};

const openCampaign = (fields: Record<string, string> = {}, parts: Sent[] = grid(3, 3)) =>
  api.addActiveCampaign(publisher, song, fields, parts);
const deleteAccount = ({ token }: Person, options: object = {}) =>
  api.call("DELETE", "me", { payload: { password, ...options }, ...bearer(token) });
const exists = async ({ id }: Person) =>
  (await sql`select from account where id = ${id}`.execute(api.context.db)).rows.length === 1;
const states = async (campaign: number) => (await api.listOrders(campaign)).map(({ state }) => state);
const get = async (url: string) => (await api.inject({ url })).statusCode;

const clearJobs = () => sql`delete from graphile_worker._private_jobs`.execute(api.context.db);

let photos = 0;
/** Orders an artwork and adds the photo that it asks for. Returns the photo's image. */
async function orderWithPhoto(person: Person, campaign: number): Promise<{ photo: string; proof: Proof }> {
  const proof = await api.reserve(person, campaign, wallet);
  await api.confirmOrder(proof);
  const [slot] = (await api.listPhotoSlots(proof)).json.body.slots;
  photos += 1;
  const picture = pngFile(400, 400, `#${(0x10_20_30 + photos * 0x11_07_05).toString(16)}`);
  expect((await api.sendPhoto(proof, slot, picture)).json.body).toEqual({ complete: true });
  const { rows } = await sql<{ image_id: string }>`
    select f.image_id from participation_photo f join participation o on o.id = f.participation_id
    where o.exposed_id = ${proof.orderId}`.execute(api.context.db);
  return { photo: rows[0]?.image_id ?? "", proof };
}

async function readArtwork(campaign: number) {
  const { rows } = await sql<{
    state: string;
    image: string | null;
    id: number;
    withdrawn_at: string | null;
  }>`
    select id, state, rendered_image_id as image, withdrawn_at from participant where campaign_id = ${campaign}
    order by id`.execute(api.context.db);
  return rows;
}

describe("deleting an account", () => {
  it("ends its unfinished orders first, and releases their spots", async () => {
    const fan = await api.join();
    const free = await openCampaign();
    await api.reserve(fan, free, wallet);
    const waiting = await openCampaign({}, [...grid(2, 3), selfie]);
    const proof = await api.reserve(fan, waiting, wallet);
    await api.confirmOrder(proof);
    const paid = await openCampaign({ cost_per_nft: "12.50" });
    await api.createOrder(fan, paid, wallet);
    expect([await states(free), await states(waiting), await states(paid)]).toEqual([
      ["RESERVED"],
      ["NEEDS_MATERIAL"],
      ["AWAITING_PAYMENT"],
    ]);
    expect((await deleteAccount(fan)).status).toBe(200);
    for (const campaign of [free, waiting, paid]) {
      expect(await states(campaign)).toEqual(["EXPIRED"]);
      expect(await api.countSpots(campaign)).toMatchObject({ taken: 0, reserved: 0 });
    }
    const { rows } =
      await sql`select state from payment where kind = 'PARTICIPATION' and state not in ('EXPIRED', 'CANCELLED')`.execute(
        api.context.db,
      );
    expect(rows).toEqual([]);
  });

  it("refunds a paid order that waits for its photo", async () => {
    const fan = await api.join();
    await clearJobs();
    const campaign = await openCampaign({ cost_per_nft: "12.50" }, [...grid(2, 3), selfie]);
    const { json } = await api.createOrder(fan, campaign, wallet);
    const page = await api.inject({
      method: "POST",
      url: new URL(json.body.redirect).pathname,
      payload: "choice=accept",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    await api.confirmOrder(proofIn(String(page.headers.location)));
    expect(await states(campaign)).toEqual(["NEEDS_MATERIAL"]);
    expect((await deleteAccount(fan)).status).toBe(200);
    expect(await states(campaign)).toEqual(["REFUNDED"]);
    const reason = "The buyer deleted their account.";
    const jobs = await api.listJobs();
    expect(jobs.filter(({ name }) => name === "refund-payment")).toMatchObject([{ payload: { reason } }]);
    // The receipt, and about the photo, the refund and the deletion.
    expect(jobs.filter(({ name }) => name === "send-letter").length).toBe(4);
    // The simulator cannot deliver its webhooks to a program that does not listen.
    await clearJobs();
  });

  it("fails with nothing changed with a wrong password, or while its artists have wraps", async () => {
    const campaign = await openCampaign();
    const fan = await api.join();
    await api.reserve(fan, campaign, wallet);
    expect((await deleteAccount(fan, { password: "not this one" })).json.code).toBe("E0007");
    await api.reserve(publisher, campaign, second);
    expect((await deleteAccount(publisher)).json.code).toBe("E0022");
    expect(await states(campaign)).toEqual(["RESERVED", "RESERVED"]);
    expect([await exists(fan), await exists(publisher)]).toEqual([true, true]);
  });

  it("deletes its photos at once and leaves the finished artwork public, unchanged", async () => {
    const fan = await api.join();
    const campaign = await openCampaign({}, [...grid(2, 3), selfie]);
    const { photo } = await orderWithPhoto(fan, campaign);
    await api.runDueJobs();
    await api.completeMints(campaign);
    const [before] = await readArtwork(campaign);
    const addresses = [`/images/${photo}/320.webp`, `/images/${photo}/640.jpeg`];
    for (const url of addresses) expect(await get(url)).toBe(200);
    expect((await deleteAccount(fan)).status).toBe(200);
    await api.runDueJobs();
    for (const url of addresses) expect(await get(url)).toBe(404);
    const { rows } = await sql`select from image where id = ${photo}`.execute(api.context.db);
    expect(rows).toEqual([]);
    expect(await readArtwork(campaign)).toEqual([before]);
    expect(await get(`/images/${before?.image}/320.webp`)).toBe(200);
    expect((await api.call("GET", `drop/${campaign}/${before?.id}`)).status).toBe(200);
  });

  it("keeps a photo that another account gave, too", async () => {
    const [fan, other] = [await api.join(), await api.join()];
    const campaign = await openCampaign({}, [...grid(2, 3), selfie]);
    const { photo } = await orderWithPhoto(fan, campaign);
    photos -= 1;
    expect((await orderWithPhoto(other, campaign)).photo).toBe(photo);
    await api.runDueJobs();
    expect((await deleteAccount(fan)).status).toBe(200);
    await api.runDueJobs();
    expect(await get(`/images/${photo}/320.webp`)).toBe(200);
    expect((await deleteAccount(other)).status).toBe(200);
    await api.runDueJobs();
    expect(await get(`/images/${photo}/320.webp`)).toBe(404);
  });

  it("withdraws its artworks from the public if their owner chooses so, and keeps their tokens", async () => {
    const [fan, other] = [await api.join(), await api.join()];
    const campaign = await openCampaign();
    for (const person of [fan, other])
      await api.confirmOrder(await api.reserve(person, campaign, person === fan ? wallet : second));
    await api.runDueJobs();
    await api.completeMints(campaign);
    const [own, others] = await readArtwork(campaign);
    expect((await deleteAccount(fan, { keep_artworks: false })).status).toBe(200);
    await api.runDueJobs();
    const [withdrawn, kept] = await readArtwork(campaign);
    expect([withdrawn, kept]).toMatchObject([{ image: null, state: "MINTED" }, others ?? {}]);
    expect(withdrawn?.withdrawn_at).not.toBeNull();
    expect(await get(`/images/${own?.image}/320.webp`)).toBe(404);
    expect(await get(`/images/${others?.image}/320.webp`)).toBe(200);
    const { data, total } = (await api.call("GET", `drop/nfts?song_campaign_id==${campaign}`)).json.body;
    expect([data.map(({ id }: { id: number }) => id), total]).toEqual([[others?.id], 1]);
    expect((await api.call("GET", `drop/${campaign}/${own?.id}`)).status).toBe(404);
    // Never drawn again, not even by a repeated job.
    await api.runJob("render-artwork", { campaignId: campaign, participantId: own?.id });
    expect((await readArtwork(campaign))[0]).toEqual(withdrawn);
  });

  it("leaves artworks public whose token has moved to another wallet", async () => {
    const fan = await api.join();
    const campaign = await openCampaign();
    await api.confirmOrder(await api.reserve(fan, campaign, wallet));
    await api.runDueJobs();
    await sql`update participant set moved_at = now(), owner_wallet_address = ${second} where campaign_id = ${campaign}`.execute(
      api.context.db,
    );
    const before = await readArtwork(campaign);
    expect((await deleteAccount(fan, { keep_artworks: false })).status).toBe(200);
    expect(await readArtwork(campaign)).toEqual(before);
  });

  it("keeps the photo of an artwork that is being rendered until it is finished", async () => {
    const fan = await api.join();
    const campaign = await openCampaign({}, [...grid(2, 3), selfie]);
    const { photo } = await orderWithPhoto(fan, campaign);
    expect(await readArtwork(campaign)).toMatchObject([{ state: "DRAWN" }]);
    expect((await deleteAccount(fan)).status).toBe(200);
    expect(await get(`/images/${photo}/320.webp`)).toBe(200);
    await api.runDueJobs();
    const [artwork] = await readArtwork(campaign);
    expect(artwork?.image).not.toBeNull();
    await api.runJob("collect-files", {});
    expect([await get(`/images/${photo}/320.webp`), await get(`/images/${artwork?.image}/320.webp`)]).toEqual(
      [404, 200],
    );
  });

  it("twice concurrently deletes it once", { retry: 0 }, async () => {
    const fan = await api.join();
    const campaign = await openCampaign();
    await api.reserve(fan, campaign, wallet);
    const answers = await Promise.all([deleteAccount(fan), deleteAccount(fan)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await states(campaign)).toEqual(["EXPIRED"]);
  });
});
