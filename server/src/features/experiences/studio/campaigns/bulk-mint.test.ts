import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { type CampaignApi, openCampaignApi, type Publisher } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../../testing/fixtures/people.ts";

let api: CampaignApi;
let publisher: Publisher;
let campaign: number;
beforeAll(async () => {
  api = await openCampaignApi();
  publisher = await api.addPublisher();
  campaign = await api.createCampaign(publisher, await api.addPublicWrap(publisher));
  await sql`update campaign set state = 'ACTIVE', is_active = true where id = ${campaign}`.execute(
    api.context.db,
  );
});
afterAll(() => api.close());

const wallet = `0x${"a1".repeat(20)}`;
const mint = ({ token }: Person, payload: object, of: number | string = campaign) =>
  api.call("POST", `drop/${of}/mintBulk`, { ...bearer(token), payload });

describe("a bulk mint for one wallet", () => {
  it("previews the number of spots and queues nothing, even if requested twice concurrently", {
    retry: 0,
  }, async () => {
    const answers = await Promise.all([
      mint(publisher, { wallet, total: 5 }),
      mint(publisher, { wallet, total: 5 }),
    ]);
    for (const { status, json } of answers) {
      expect([status, json.code]).toEqual([409, "E0032"]);
      expect(json.message).toMatch(/^Coming soon!/);
    }
    const batches = await api.call("GET", `my/dapp/${campaign}/mints`, bearer(publisher.token));
    expect(batches.json.body.total).toBe(0);
    expect((await api.getOwnCampaign(publisher, campaign)).stats.nfts).toBe(0);
  });

  it.each<[string, object]>([
    ["wallet", { wallet: "", total: 5 }],
    ["wallet", { wallet: "0x12", total: 5 }],
    ["wallet", { total: 5 }],
    ["total", { wallet, total: 0 }],
    ["total", { wallet, total: "" }],
    ["total", { wallet, total: 5_001 }],
    ["total", { wallet }],
  ])("is validated like the real one: %s", async (field, payload) => {
    const { status, json } = await mint(publisher, payload);
    expect([status, json.errors[0].field]).toEqual([400, field]);
  });

  it("is limited to the logged-in owner", async () => {
    const other = await api.addPublisher({ name: "Other Publisher" });
    expect((await mint(other, { wallet, total: 5 })).json.code).toBe("E0001");
    expect((await mint(publisher, { wallet, total: 5 }, "not-there")).json.code).toBe("E0001");
    const anonymous = await api.call("POST", `drop/${campaign}/mintBulk`, { payload: { wallet, total: 5 } });
    expect([anonymous.status, anonymous.json.code]).toEqual([401, "E0002"]);
  });
});
