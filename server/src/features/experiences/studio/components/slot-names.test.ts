import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { type CampaignApi, openCampaignApi, type Publisher } from "../../../../testing/fixtures/campaigns.ts";
import { bearer } from "../../../../testing/fixtures/people.ts";

let api: CampaignApi;
let publisher: Publisher;
let song: number;
beforeAll(async () => {
  api = await openCampaignApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
});
afterAll(() => api.close());

const put = (campaign: number, slot: number | string, name: unknown, { token } = publisher) =>
  api.call("PUT", `drop/${campaign}/slot/${slot}`, { payload: { name }, ...bearer(token) });
const readNames = async (campaign: number) =>
  (await api.getOwnCampaign(publisher, campaign)).campaign.slot_names;

describe("a publisher naming a slot", () => {
  it("stores its trimmed name in NFC, changes it and removes it, and visitors read it", async () => {
    const campaign = await api.createCampaign(publisher, song);
    await put(campaign, 2, "Sky");
    const { json } = await put(campaign, 1, "  Cafe\u0301 ");
    const names = [
      { slot_number: 1, name: "Caf\u00e9" },
      { slot_number: 2, name: "Sky" },
    ];
    expect(json.body).toEqual({ slot_names: names });
    expect((await api.call("GET", `drop/${campaign}`)).json.body.slot_names).toEqual(names);
    await put(campaign, 2, "sky");
    await put(campaign, 1, " ");
    expect(await readNames(campaign)).toEqual([{ slot_number: 2, name: "sky" }]);
  });

  it("keeps both names of two calls at once", { retry: 0 }, async () => {
    const campaign = await api.createCampaign(publisher, song);
    const answers = await Promise.all([put(campaign, 1, "Sea"), put(campaign, 2, "Sky")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await readNames(campaign)).map(({ name }: { name: string }) => name)).toEqual(["Sea", "Sky"]);
  });

  it("gets an error on the field for a name that is too long, on two lines, reserved or taken, and names only nine slots", async () => {
    const campaign = await api.createCampaign(publisher, song);
    await put(campaign, 1, "Sea");
    const refused = ["x".repeat(25), "Sea\nside", "Rarity", "slot 3", "SEA", undefined];
    for (const name of refused)
      expect([name, (await put(campaign, 2, name)).json.errors[0].field]).toEqual([name, "name"]);
    expect((await put(campaign, 1, "Sea")).status).toBe(200);
    for (const slot of [0, 10, "x"]) expect((await put(campaign, slot, "Sky")).status).toBe(400);
    expect(await readNames(campaign)).toEqual([{ slot_number: 1, name: "Sea" }]);
  });

  it("is refused after activation, and for a random experience, which loses its names", async () => {
    const campaign = await api.createCampaign(publisher, song);
    await put(campaign, 1, "Sea");
    await api.patchCampaign(publisher, campaign, { type: "RANDOM" });
    expect(await readNames(campaign)).toEqual([]);
    expect((await put(campaign, 1, "Sky")).json.code).toBe("E0032");
    await api.patchCampaign(publisher, campaign, { type: "GENERATIVE" });
    await sql`update campaign set state = 'ACTIVE' where id = ${campaign}`.execute(api.context.db);
    expect((await put(campaign, 1, "Sky")).json.code).toBe("E0032");
    expect(await readNames(campaign)).toEqual([{ slot_number: 1, name: "Sea" }]);
  });

  it("needs a session and an experience of their own", async () => {
    const campaign = await api.createCampaign(publisher, song);
    const path = `drop/${campaign}/slot/1`;
    expect((await api.call("PUT", path, { payload: { name: "Sea" } })).status).toBe(401);
    expect((await put(campaign, 1, "Sea", await api.addPublisher({ name: "Other" }))).status).toBe(404);
  });
});
