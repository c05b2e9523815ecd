import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { grid, type MintingApi, openMintingApi, wallets } from "../../testing/chain/minting.ts";
import type { Publisher } from "../../testing/fixtures/campaigns.ts";
import { bearer, joinAdministrator, type Person } from "../../testing/fixtures/people.ts";
import { pngFile } from "../../testing/fixtures/studio.ts";

let api: MintingApi;
let admin: Person;
let publisher: Publisher;
let campaign: number;
let artwork: number;
/** The paths that show the experience or its artwork, by name. */
let paths: Record<string, string>;

beforeAll(async () => {
  api = await openMintingApi();
  admin = await joinAdministrator(api);
  publisher = await api.addPublisher();
  const song = await api.addPublicWrap(publisher);
  campaign = await api.addActiveCampaign(
    publisher,
    song,
    { name: "Tide", promo_image: pngFile(900, 900, "#123456") },
    grid(3, 3),
  );
  await api.mintToWallets(publisher, campaign, { wallets: wallets(1, 71_000) });
  const [job] = (await api.listJobs()).filter(({ name }) => name === "fill-batch");
  await api.runJob("fill-batch", job?.payload as object);
  const { rows } = await sql<{
    id: number;
  }>`select id from participant where campaign_id = ${campaign}`.execute(api.context.db);
  artwork = rows[0]?.id ?? 0;
  await api.runJob("render-artwork", { campaignId: campaign, participantId: artwork });
  const { rows: images } = await sql<{ promo: string; drawn: string; component: string }>`
    select c.promo_image_id as promo, p.rendered_image_id as drawn,
      (select image_id from component where campaign_id = c.id limit 1) as component
    from campaign c join participant p on p.campaign_id = c.id where c.id = ${campaign}`.execute(
    api.context.db,
  );
  paths = {
    experience: `/api/v1/drop/${campaign}`,
    components: `/api/v1/dapp/${campaign}/components`,
    price: `/api/v1/payment/${campaign}`,
    artwork: `/api/v1/drop/${campaign}/${artwork}`,
    "card of the experience": `/cards/experience/${campaign}.png`,
    "card of the artwork": `/cards/artwork/${campaign}-${artwork}.png`,
    "metadata of the collection": `/metadata/experiences/${campaign}`,
    "metadata of the token": `/metadata/experiences/${campaign}/${artwork}`,
    promo: `/images/${images[0]?.promo}/320.webp`,
    component: `/images/${images[0]?.component}/320.webp`,
    drawn: `/images/${images[0]?.drawn}/320.webp`,
  };
});
afterAll(() => api.close());

async function readStatuses(): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const [name, url] of Object.entries(paths))
    statuses[name] = (await api.inject({ url, headers: bearer(publisher.token).headers })).statusCode;
  return statuses;
}
const isListed = async (list: string, text: string) => (await api.inject({ url: list })).body.includes(text);
const listPaths = () => ({
  experiences: "/api/v1/drop?limit=100",
  artworks: `/api/v1/drop/nfts?song_campaign_id==${campaign}`,
  sitemap: "/sitemaps/experiences-0.xml",
});

/** Reports a thing, restricts it, and returns the id of the restriction. */
async function restrict(kind: "experience" | "artwork", id: string): Promise<number> {
  const report = {
    kind,
    id,
    problem: "hate",
    explanation: "It insults a group.",
    location: "The picture",
    name: "Réka Szabó",
    email: "rights@label.example",
    good_faith: true,
  };
  const authorized = bearer(admin.token);
  const sent = await api.call("POST", "report", { payload: report });
  const payload = {
    decision: "RESTRICT",
    kind,
    ground: "terms",
    basis: "Section 4",
    reason: "It insults a group.",
  };
  const decided = await api.call("POST", `admin/report/${sent.json.body.id}`, { ...authorized, payload });
  expect(decided.json).toMatchObject({ success: true });
  const { json } = await api.call("GET", `admin/report/${sent.json.body.id}`, authorized);
  expect(json.body.things.map((thing: { kind: string }) => thing.kind)).toContain("wrap");
  return json.body.restrictions[0].id;
}
const restore = (id: number) =>
  api.call("POST", `admin/restriction/${id}/end`, {
    ...bearer(admin.token),
    payload: { reason: "It was a mistake." },
  });

const soon = { timeout: 5_000 };

it("a restricted artwork disappears alone, and its image with it", async () => {
  const before = await readStatuses();
  expect(new Set(Object.values(before))).toEqual(new Set([200]));
  const id = await restrict("artwork", `${campaign}-${artwork}`);
  await expect.poll(readStatuses, soon).toEqual({
    ...before,
    artwork: 404,
    "card of the artwork": 404,
    "metadata of the token": 451,
    drawn: 451,
  });
  expect(await isListed(listPaths().artworks, '"total":0')).toBe(true);
  await restore(id);
  await expect.poll(readStatuses, soon).toEqual(before);
  expect(await isListed(listPaths().artworks, '"total":1')).toBe(true);
});

it("a restricted experience disappears with its artworks, sells nothing, and comes back", async () => {
  const before = await readStatuses();
  const id = await restrict("experience", String(campaign));
  await expect.poll(readStatuses, soon).toEqual({
    experience: 404,
    components: 404,
    price: 404,
    artwork: 404,
    "card of the experience": 404,
    "card of the artwork": 404,
    "metadata of the collection": 451,
    "metadata of the token": 451,
    promo: 451,
    component: 451,
    drawn: 451,
  });
  expect(await isListed(listPaths().experiences, '"Tide"')).toBe(false);
  expect(await isListed(listPaths().sitemap, "/experiences/")).toBe(false);
  expect(await isListed(listPaths().artworks, '"total":0')).toBe(true);
  const { json } = await api.call("GET", "my/restrictions", bearer(publisher.token));
  expect(json.body.data).toMatchObject([{ id, kind: "experience", title: "Tide", basis: "Section 4" }]);
  await restore(id);
  await expect.poll(readStatuses, soon).toEqual(before);
  expect(await isListed(listPaths().experiences, '"Tide"')).toBe(true);
  expect(await isListed(listPaths().sitemap, "/experiences/")).toBe(true);
});
