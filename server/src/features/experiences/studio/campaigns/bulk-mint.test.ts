import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { type CampaignDesk, type House, openCampaignDesk } from "../../../../testing/campaigns.ts";
import { bearer, type Person } from "../../../../testing/people.ts";

let desk: CampaignDesk;
let house: House;
let campaign: number;
beforeAll(async () => {
  desk = await openCampaignDesk();
  house = await desk.openHouse();
  campaign = await desk.campaign(house, await desk.publicWrap(house));
  await sql`update campaign set state = 'ACTIVE', is_active = true where id = ${campaign}`.execute(
    desk.context.db,
  );
});
afterAll(() => desk.close());

const wallet = `0x${"a1".repeat(20)}`;
const mint = ({ token }: Person, payload: object, of: number | string = campaign) =>
  desk.call("POST", `drop/${of}/mintBulk`, { ...bearer(token), payload });

describe("a bulk mint for one wallet", () => {
  it("previews the number of spots and queues nothing, even if requested twice concurrently", async () => {
    const answers = await Promise.all([mint(house, { wallet, total: 5 }), mint(house, { wallet, total: 5 })]);
    for (const { status, json } of answers) {
      expect([status, json.code]).toEqual([409, "E0032"]);
      expect(json.message).toMatch(/^Coming soon!/);
    }
    const batches = await desk.call("GET", `my/dapp/${campaign}/mints`, bearer(house.token));
    expect(batches.json.body.total).toBe(0);
    expect((await desk.own(house, campaign)).stats.nfts).toBe(0);
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
    const { status, json } = await mint(house, payload);
    expect([status, json.errors[0].field]).toEqual([400, field]);
  });

  it("is limited to the logged-in owner", async () => {
    const other = await desk.openHouse({ name: "Somebody Else" });
    expect((await mint(other, { wallet, total: 5 })).json.code).toBe("E0001");
    expect((await mint(house, { wallet, total: 5 }, "not-there")).json.code).toBe("E0001");
    const nobody = await desk.call("POST", `drop/${campaign}/mintBulk`, { payload: { wallet, total: 5 } });
    expect([nobody.status, nobody.json.code]).toEqual([401, "E0002"]);
  });
});
