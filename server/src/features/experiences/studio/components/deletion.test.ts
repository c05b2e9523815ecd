import { campaignLimits, campaignTexts } from "@wrapsody/shared/experiences/campaigns.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { type CampaignApi, openCampaignApi, type Publisher } from "../../../../testing/fixtures/campaigns.ts";
import { bearer } from "../../../../testing/fixtures/people.ts";
import { forgetDeletedComponentsJob } from "./deletion.ts";

let api: CampaignApi;
let publisher: Publisher;
let other: Publisher;
let song: number;
beforeAll(async () => {
  api = await openCampaignApi();
  [publisher, other] = [await api.addPublisher(), await api.addPublisher({ name: "Other Publisher" })];
  song = await api.addPublicWrap(publisher);
});
afterAll(() => api.close());

type Action = "delete" | "restore";
const send = (
  action: Action,
  campaign: number | string,
  ids: unknown,
  { as = publisher, key }: { as?: Publisher | undefined; key?: string } = {},
) => {
  const headers = { ...bearer(as.token).headers, ...(key === undefined ? {} : { "idempotency-key": key }) };
  return api.call("POST", `drop/${campaign}/components/${action}`, {
    headers,
    payload: { component_ids: ids },
  });
};
const listed = async (campaign: number) => (await api.getOwnCampaign(publisher, campaign)).components;
const names = async (campaign: number) => (await listed(campaign)).map(({ name }: { name: string }) => name);
const code = { component_type: "QR_CODE", image: undefined, qr_code_link: "https://example.org/hello" };

/** Creates an experience with an image, a second image and a QR code. */
async function createCampaign() {
  const campaign = await api.createCampaign(publisher, song);
  const ids = await api.createComponents(publisher, campaign, [
    { name: "Sea", slot_number: "3", rarity: "12", offsetX: "40", max_permitted: "7" },
    { name: "Sun" },
    { ...code, name: "Code", slot_number: "9", fg_color: "#112233" },
  ]);
  return { campaign, ids };
}

describe("deleting components", () => {
  it("removes them together, and restoring brings back ids, settings and images", async () => {
    const { campaign, ids } = await createCampaign();
    const before = await listed(campaign);
    const [sea = 0, , qr = 0] = ids;
    const deleted = await send("delete", campaign, [qr, sea]);
    expect([deleted.status, deleted.json.body]).toEqual([200, { deleted: [sea, qr] }]);
    expect(await names(campaign)).toEqual(["Sun"]);
    const shown = await api.call("GET", `dapp/${campaign}/components`);
    expect(shown.json.body.data).toHaveLength(1);
    const restored = await send("restore", campaign, [sea, qr]);
    expect(restored.status).toBe(200);
    expect(await listed(campaign)).toEqual(before);
    expect(restored.json.body.components).toEqual(
      before.filter(({ id }: { id: number }) => id === sea || id === qr),
    );
  });

  it("one by one can be undone too", async () => {
    const { campaign, ids } = await createCampaign();
    const before = await listed(campaign);
    await api.call("DELETE", `drop/${campaign}/${ids[0]}`, bearer(publisher.token));
    await send("restore", campaign, [ids[0]]);
    expect(await listed(campaign)).toEqual(before);
  });

  it("skips unknown ones, and fails if none exists", async () => {
    const { campaign, ids } = await createCampaign();
    const elsewhere = await createCampaign();
    const mixed = await send("delete", campaign, [ids[0], ids[0], elsewhere.ids[0], 999_999]);
    expect(mixed.json.body).toEqual({ deleted: [ids[0]] });
    expect(await listed(elsewhere.campaign)).toHaveLength(3);
    for (const action of ["delete", "restore"] as const) {
      const { status, json } = await send(action, campaign, [elsewhere.ids[0], Number.MAX_SAFE_INTEGER]);
      expect([action, status, json.code]).toEqual([action, 404, "E0001"]);
    }
  });

  it("twice at the same time happens once, and so does restoring", { retry: 0 }, async () => {
    const { campaign, ids } = await createCampaign();
    const deletions = await Promise.all([send("delete", campaign, ids), send("delete", campaign, ids)]);
    expect(deletions.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const restorations = await Promise.all([send("restore", campaign, ids), send("restore", campaign, ids)]);
    expect(restorations.map(({ status }) => status)).toEqual([200, 200]);
    expect(restorations[0]?.json.body).toEqual(restorations[1]?.json.body);
    expect(await listed(campaign)).toHaveLength(3);
  });

  it("answers a repeat with the same idempotency key as the first call", async () => {
    const { campaign, ids } = await createCampaign();
    const first = await send("delete", campaign, ids, { key: "gone" });
    await send("restore", campaign, ids);
    const repeat = await send("delete", campaign, ids, { key: "gone" });
    expect(repeat.json).toEqual(first.json);
    expect(await listed(campaign)).toHaveLength(3);
  });

  it.each<[string, unknown, string, string]>([
    ["no ids", undefined, "component_ids", campaignTexts.required],
    ["an empty list", [], "component_ids", campaignTexts.required],
    ["a text", ["two"], "component_ids.0", "Please enter a whole number."],
    ["a fraction", [1.5], "component_ids.0", "Please enter a whole number."],
    ["a negative number", [-4], "component_ids.0", "Please enter a whole number."],
    [
      "more than an experience has",
      Array.from({ length: campaignLimits.components + 1 }, (_, at) => at + 1),
      "component_ids",
      "Please use at most 200 components.",
    ],
  ])("refuses %s", async (_, ids, field, message) => {
    const { campaign } = await createCampaign();
    for (const action of ["delete", "restore"] as const) {
      const { status, json } = await send(action, campaign, ids);
      expect([status, json.errors]).toEqual([400, [{ field, message }]]);
    }
    expect(await listed(campaign)).toHaveLength(3);
  });

  it("needs a session, and finds nothing of another publisher", async () => {
    const { campaign, ids } = await createCampaign();
    for (const action of ["delete", "restore"] as const) {
      expect((await send(action, campaign, ids, { as: other })).status).toBe(404);
      const payload = { component_ids: ids };
      const anonymous = await api.call("POST", `drop/${campaign}/components/${action}`, { payload });
      expect([anonymous.status, anonymous.json.code]).toEqual([401, "E0002"]);
      expect((await send(action, "not-there", ids)).status).toBe(404);
    }
    expect(await listed(campaign)).toHaveLength(3);
  });

  it("is refused after activation, and so is restoring", async () => {
    const { campaign, ids } = await createCampaign();
    await send("delete", campaign, [ids[0]]);
    await sql`update campaign set state = 'ACTIVATING' where id = ${campaign}`.execute(api.context.db);
    for (const action of ["delete", "restore"] as const) {
      const { status, json } = await send(action, campaign, ids);
      expect([action, status, json.code]).toEqual([action, 409, "E0032"]);
    }
    expect(await names(campaign)).toEqual(["Sun", "Code"]);
  });

  it("invalidates the public pages of the experience, and so does restoring", async () => {
    const { campaign, ids } = await createCampaign();
    const pages = api.watchPages();
    await send("delete", campaign, ids);
    await send("restore", campaign, ids);
    expect(pages.changes).toEqual([[`experience:${campaign}`], [`experience:${campaign}`]]);
    pages.close();
  });
});

describe("restoring components", () => {
  it("is refused if there would be too many, and changes nothing", async () => {
    const { campaign, ids } = await createCampaign();
    await send("delete", campaign, ids);
    await sql`
      insert into component (campaign_id, name, slot_number, layer_level, rarity)
      select ${campaign}::int, 'Part ' || n, 1, 1, 50 from generate_series(3, ${campaignLimits.components}::int) n`.execute(
      api.context.db,
    );
    const { status, json } = await send("restore", campaign, ids);
    expect([status, json.code]).toEqual([409, "E0032"]);
    expect(await listed(campaign)).toHaveLength(campaignLimits.components - 2);
    expect((await send("restore", campaign, ids.slice(0, 2))).status).toBe(200);
  });

  it("is refused for a code if the experience takes only images by now", async () => {
    const { campaign, ids } = await createCampaign();
    await send("delete", campaign, ids);
    await sql`update campaign set type = 'RANDOM' where id = ${campaign}`.execute(api.context.db);
    const { status, json } = await send("restore", campaign, ids);
    expect([status, json.errors]).toMatchObject([400, [{ field: "component_type" }]]);
    expect(await names(campaign)).toEqual([]);
    expect((await send("restore", campaign, ids.slice(0, 2))).status).toBe(200);
  });

  it("is possible for a day", async () => {
    const { campaign, ids } = await createCampaign();
    const [sea = 0, sun = 0] = ids;
    await send("delete", campaign, [sea, sun]);
    await sql`update deleted_component set deleted_at = deleted_at - interval '25 hours' where id = ${sea}`.execute(
      api.context.db,
    );
    const forget = () => forgetDeletedComponentsJob.run(api.context, {});
    await Promise.all([forget(), forget()]);
    expect((await send("restore", campaign, [sea])).status).toBe(404);
    const restored = await send("restore", campaign, [sea, sun]);
    expect(restored.json.body.components.map(({ id }: { id: number }) => id)).toEqual([sun]);
  });
});
