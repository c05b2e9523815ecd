import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { grid, type MintingApi, openMintingApi, wallets } from "../../testing/chain/minting.ts";
import type { Publisher } from "../../testing/fixtures/campaigns.ts";
import { controlFileChecks } from "../../testing/fixtures/file-checks.ts";
import { bearer, joinAdministrator, type Person } from "../../testing/fixtures/people.ts";
import { pngFile } from "../../testing/fixtures/studio.ts";
import { startNode } from "../../testing/http/node.ts";

let api: MintingApi;
let admin: Person;
let publisher: Publisher;
let campaign: number;
let artwork: number;
let node: Awaited<ReturnType<typeof startNode>>;
/** The paths that show the experience or its artwork, by name. */
let paths: Record<string, string>;
const expireFileChecks = controlFileChecks();

beforeAll(async () => {
  api = await openMintingApi();
  admin = await joinAdministrator(api);
  publisher = await api.addPublisher();
  const song = await api.addPublicWrap(publisher);
  campaign = await api.addActiveCampaign(
    publisher,
    song,
    { name: "Tide", promo_image: pngFile(400, 400, "#123456") },
    grid(1, 1),
  );
  await api.mintToWallets(publisher, campaign, { wallets: wallets(1, 71_000) });
  const [job] = (await api.listJobs()).filter(({ name }) => name === "fill-batch");
  await api.runJob("fill-batch", job?.payload as object);
  const { rows } = await sql<{
    id: number;
  }>`select id from participant where campaign_id = ${campaign}`.execute(api.context.db);
  artwork = rows[0]?.id ?? 0;
  await api.runJob("render-artwork", { campaignId: campaign, participantId: artwork });
  const { rows: images } = await sql<{ pretty_id: string; promo: string; drawn: string; component: string }>`
    select c.pretty_id, c.promo_image_id as promo, p.rendered_image_id as drawn,
      (select image_id from component where campaign_id = c.id limit 1) as component
    from campaign c join participant p on p.campaign_id = c.id where c.id = ${campaign}`.execute(
    api.context.db,
  );
  paths = {
    page: `/experiences/${images[0]?.pretty_id}`,
    "page of the artwork": `/experiences/${images[0]?.pretty_id}/participant/${artwork}`,
    experience: `/api/v1/drop/${campaign}`,
    components: `/api/v1/dapp/${campaign}/components`,
    price: `/api/v1/payment/${campaign}`,
    artwork: `/api/v1/drop/${campaign}/${artwork}`,
    "card of the experience": `/cards/experience/${campaign}.png`,
    "card of the artwork": `/cards/artwork/${campaign}-${artwork}.png`,
    oembed: `/oembed?url=${encodeURIComponent(`http://localhost/experiences/${campaign}`)}`,
    "metadata of the collection": `/metadata/experiences/${campaign}`,
    "metadata of the token": `/metadata/experiences/${campaign}/${artwork}`,
    promo: `/images/${images[0]?.promo}/320.webp`,
    component: `/images/${images[0]?.component}/320.webp`,
    drawn: `/images/${images[0]?.drawn}/320.webp`,
  };
  node = await startNode(api);
});
afterAll(async () => {
  await node.close();
  await api.close();
});

/** Reads the statuses on another node than the one that decides. */
async function readStatuses(): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const [name, path] of Object.entries(paths))
    statuses[name] = await node.readStatus(path, bearer(publisher.token));
  return statuses;
}
/** Waits until the other node has heard of a decision, and lets its checks of files expire. */
async function awaitStatus(name: string, status: number): Promise<void> {
  await expect.poll(() => node.readStatus(paths[name] ?? "")).toBe(status);
  expireFileChecks();
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

/** Runs the job that moves files, and returns the withheld images: of a promo image, component or artwork, in one line each. */
async function placeFiles(): Promise<string[]> {
  const { db } = api.context;
  for (const { name, payload } of await api.listJobs())
    if (name === "place-files") await api.runJob(name, payload as object);
  const { rows } = await sql<{ id: string }>`
    select i.id from image i join stored_file f on f.key = i.storage_key where f.withheld_at is not null`.execute(
    db,
  );
  const withheld = new Set(rows.map(({ id }) => id));
  return ["promo", "component", "drawn"].filter((name) => withheld.has(paths[name]?.split("/")[2] ?? ""));
}

it("a restricted artwork disappears alone, and its image with it", async () => {
  const before = await readStatuses();
  expect(new Set(Object.values(before))).toEqual(new Set([200]));
  const id = await restrict("artwork", `${campaign}-${artwork}`);
  await awaitStatus("page of the artwork", 404);
  expect(await readStatuses()).toEqual({
    ...before,
    "page of the artwork": 404,
    artwork: 404,
    "card of the artwork": 404,
    "metadata of the token": 451,
    drawn: 451,
  });
  expect(await isListed(listPaths().artworks, '"total":0')).toBe(true);
  expect(await placeFiles()).toEqual(["drawn"]);
  await restore(id);
  await awaitStatus("page of the artwork", 200);
  expect(await readStatuses()).toEqual(before);
  expect(await isListed(listPaths().artworks, '"total":1')).toBe(true);
  expect(await placeFiles()).toEqual([]);
});

it("a restricted artwork is contested by the fan whose it is, once, and its publisher does not see the counter-notice", {
  retry: 0,
}, async () => {
  const { db } = api.context;
  const [fan, stranger] = [await api.join(), await api.join()];
  await sql`update participant set account_id = ${fan.id} where campaign_id = ${campaign}`.execute(db);
  const id = await restrict("artwork", `${campaign}-${artwork}`);
  await api.runDueJobs();
  const lastMail = ({ email }: Person) => api.mails.mails(email).at(-1)?.text;
  expect(lastMail(fan)).toContain("/my/art");
  expect(lastMail(publisher)).toContain(`/my/experiences/${campaign}`);
  const readOwn = async (person: Person) =>
    (await api.call("GET", "my/restrictions", bearer(person.token))).json.body.data;
  expect(await readOwn(fan)).toMatchObject([{ id, kind: "artwork", reason: "It insults a group." }]);
  expect(await readOwn(stranger)).toEqual([]);
  const readArt = async () => (await api.call("GET", "my/art", bearer(fan.token))).json.body.data;
  expect(await readArt()).toMatchObject([{ id: artwork, image: null }]);

  const notice = {
    statement: "It shows my own face.",
    address: "3 Quay Street, Cork",
    consent: true,
    signature: "Noor",
  };
  const contest = (person: Person, body: object = notice) =>
    api.call("POST", `my/restriction/${id}/contest`, { ...bearer(person.token), payload: body });
  expect((await contest(stranger)).status).toBe(404);
  const both = await Promise.all([contest(fan), contest(fan)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await contest(publisher, { ...notice, statement: "Ours." })).json.code).toBe("E0005");
  expect(await readOwn(fan)).toMatchObject([{ contest_statement: "It shows my own face." }]);
  expect(await readOwn(publisher)).toMatchObject([
    { contest_statement: null, contested_at: expect.any(String) },
  ]);
  const readExport = async (person: Person) =>
    JSON.stringify((await api.call("GET", "my/data", bearer(person.token))).json);
  expect(await readExport(fan)).toContain("3 Quay Street, Cork");
  expect(await readExport(publisher)).not.toContain("3 Quay Street, Cork");

  const reason = "The face is someone else's.";
  await api.call("POST", `admin/restriction/${id}/keep`, { ...bearer(admin.token), payload: { reason } });
  await api.runDueJobs();
  for (const owner of [fan, publisher]) expect(lastMail(owner)).toContain(reason);
  await restore(id);
  expect(await readArt()).toMatchObject([{ id: artwork, image: { width: 900 } }]);
});

it("a restricted experience disappears with its artworks, sells nothing, and comes back", async () => {
  const before = await readStatuses();
  const id = await restrict("experience", String(campaign));
  await awaitStatus("page", 404);
  expect(await readStatuses()).toEqual({
    page: 404,
    "page of the artwork": 404,
    experience: 404,
    components: 404,
    price: 404,
    artwork: 404,
    "card of the experience": 404,
    "card of the artwork": 404,
    oembed: 404,
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
  expect(await placeFiles()).toEqual(["promo", "component", "drawn"]);
  await restore(id);
  await awaitStatus("page", 200);
  expect(await readStatuses()).toEqual(before);
  expect(await placeFiles()).toEqual([]);
  expect(await isListed(listPaths().experiences, '"Tide"')).toBe(true);
  expect(await isListed(listPaths().sitemap, "/experiences/")).toBe(true);
});
