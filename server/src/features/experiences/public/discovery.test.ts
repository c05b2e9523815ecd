import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { grid, type MintingApi, openMintingApi, wallets } from "../../../testing/chain/minting.ts";
import type { Publisher } from "../../../testing/fixtures/campaigns.ts";
import { pngFile } from "../../../testing/fixtures/studio.ts";

let api: MintingApi;
let publisher: Publisher;
let song: number;
beforeAll(async () => {
  api = await openMintingApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
});
afterAll(() => api.close());

const card = async (path: string) => {
  const { statusCode, headers, rawPayload } = await api.inject({ url: `/cards/${path}.png` });
  return { statusCode, type: headers["content-type"], bytes: rawPayload.toString("base64") };
};

it("an experience is embedded by oEmbed while it is public, but not the pages below it", async () => {
  const id = await api.addActiveCampaign(publisher, song, { name: 'Tide "Tables"' }, grid(3, 3));
  const oembed = async (page: string) => {
    const url = `/oembed?url=${encodeURIComponent(`http://localhost/experiences/${page}`)}&maxwidth=320`;
    const { statusCode, json } = await api.inject({ url });
    return statusCode === 200 ? json() : statusCode;
  };
  const { body: drop } = (await api.call("GET", `drop/${id}`)).json;
  const answer = await oembed(String(id));
  expect(answer).toMatchObject({
    type: "rich",
    title: `Tide "Tables", ${drop.song.artist}`,
    author_name: drop.song.artist,
    author_url: expect.stringMatching(/^http:\/\/localhost\/artist\/[\w-]+$/),
    width: 320,
    height: 216,
    html: expect.stringContaining(`src="http://localhost/embed/experiences/${drop.pretty_id}"`),
  });
  expect(answer.html).toContain('title="Tide &quot;Tables&quot;, ');
  for (const page of [`${id}/nft`, `${id + 1_000}`, "%00", "%ff"]) expect(await oembed(page), page).toBe(404);
  await sql`update campaign set deleted_at = now() where id = ${id}`.execute(api.context.db);
  expect(await oembed(String(id))).toBe(404);
});

it("an artwork's social card shows its own image, and an experience's shows its promo image, each with the name of the site", async () => {
  const parts = ["#102030", "#e0c010"].map((colour) => ({ image: pngFile(80, 80, colour) }));
  await sql`update song set status = 'ACTIVE' where id = ${song}`.execute(api.context.db);
  await sql`delete from site_setting where key = 'name'`.execute(api.context.db);
  api.context.site.invalidate();
  const id = await api.addActiveCampaign(publisher, song, {}, parts);
  await api.mintToWallets(publisher, id, { wallets: wallets(2) });
  await api.runDueJobs();
  const [first, second] = await api.listParticipants(id);
  const cards = [
    await card(`experience/${id}`),
    await card(`artwork/${id}-${first?.id}`),
    await card(`artwork/${id}-${second?.id}`),
  ];
  // The first four of a list; of nothing else.
  const lists = await Promise.all(["wraps/newest", "experiences/newest", "wraps/oldest"].map(card));
  expect(lists.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404]);
  expect(cards.map(({ statusCode, type }) => [statusCode, type])).toEqual(
    cards.map(() => [200, "image/png"]),
  );
  expect(new Set(cards.map(({ bytes }) => bytes)).size).toBe(3);
  expect(await card(`artwork/${id}-${first?.id}`)).toEqual(cards[1]);
  const { db, site } = api.context;
  await sql`insert into site_setting (key, value, revision, updated_at) values ('name', '"Tide Records"', 1, now())`.execute(
    db,
  );
  site.invalidate();
  expect((await card(`artwork/${id}-${first?.id}`)).bytes).not.toBe(cards[1]?.bytes);

  for (const path of [`${id}-999999999`, `${id}`, `x-${first?.id}`, `${id + 1_000}-${first?.id}`])
    expect((await card(`artwork/${path}`)).statusCode).toBe(404);
  await sql`update song set status = 'IN_REVIEW' where id = ${song}`.execute(api.context.db);
  expect((await card(`artwork/${id}-${first?.id}`)).statusCode).toBe(404);
});
