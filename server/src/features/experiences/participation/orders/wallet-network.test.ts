import { participationTexts } from "@wrapsody/shared/experiences/participation.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../../testing/fixtures/people.ts";
import { type FanApi, openFanApi } from "../../../../testing/fixtures/taking-part.ts";

let api: FanApi;
let publisher: Publisher;
let campaign: number;
let fan: Person;
beforeAll(async () => {
  api = await openFanApi();
  publisher = await api.addPublisher();
  campaign = await api.addActiveCampaign(publisher, await api.addPublicWrap(publisher), {}, grid(3, 3));
  fan = await api.join();
});
afterAll(() => api.close());

const [vault = "", safe = "", key = ""] = wallets(3, 97_000);

const link = ({ id }: Person, address: string, network: string) =>
  sql`
    insert into wallet (address, network, account_id, linked_at)
    values (${address}, ${network}, ${id}, ${api.context.clock.now()})`.execute(api.context.db);
const linked = async ({ token }: Person) =>
  (await api.call("GET", "my/wallets", bearer(token))).json.body.wallets;
const refused = {
  status: 400,
  json: { code: "E0007", errors: [{ field: "wallet", message: participationTexts.walletOnOtherNetwork }] },
};

it("a contract wallet is reported with its networks, and reserves no spot on a network where it may be unowned", async () => {
  await sql`delete from wallet`.execute(api.context.db);
  await link(fan, vault, "POLYGON");
  await link(fan, safe, "POLYGON");
  await link(fan, safe, "LOCAL");
  await link(fan, key, "");
  expect(await linked(fan)).toMatchObject([
    { address: vault, networks: ["POLYGON"] },
    { address: safe, networks: ["POLYGON", "LOCAL"] },
    { address: key, networks: [] },
  ]);
  const before = await api.countSpots(campaign);
  const upper = `0x${vault.slice(2).toUpperCase()}`;
  for (const wallet of [vault, upper])
    expect(await api.createOrder(fan, campaign, wallet)).toMatchObject(refused);
  expect(
    await Promise.all([api.createOrder(fan, campaign, vault), api.createOrder(fan, campaign, vault)]),
  ).toMatchObject([refused, refused]);
  expect(await api.countSpots(campaign)).toEqual(before);
  for (const wallet of [safe, key]) expect((await api.createOrder(fan, campaign, wallet)).status).toBe(200);
});

it("a link that another user made elsewhere stays private: a typed address is accepted", async () => {
  expect((await api.createOrder(await api.join(), campaign, vault)).status).toBe(200);
});
