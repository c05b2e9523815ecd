import type { Participant } from "@wrapsody/shared/experiences/experiences.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { createServer } from "../../../server.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";

let database: TestDatabase;
let app: FastifyInstance;
const ids: Record<string, number> = {};

beforeAll(async () => {
  database = await testDatabase();
  app = await createServer(database.context, { site: false });
  const { db } = database.context;
  const song = await addSong(db, { name: "Salt Meridian", artist: "Inês Corvacho" });
  const hidden = await addSong(db, { name: "Unheard", artist: "Inês Corvacho", status: "HIDDEN" });
  await sql`insert into image (id, storage_key, width, height, thumbhash, ambient, on_ambient)
    values ('tide', 'aa/tide.png', 900, 900, '', '#0a0a0a', '#f6f6f2')`.execute(db);
  const addCampaign = async (
    name: string,
    input: { song?: number; active?: boolean; contract?: string; day: number; picture?: null },
  ) => {
    const { rows } = await sql<{ id: number }>`
      insert into campaign (pretty_id, song_id, name, is_active, contract_address, cost_cents, promo_image_id, created_at)
      values (${name.toLowerCase().replaceAll(" ", "-")}, ${input.song ?? song}, ${name}, ${input.active ?? false},
        ${input.contract ?? null}, 450, ${input.picture === null ? null : "tide"}, ${new Date(Date.UTC(2026, 0, input.day))}) returning id`.execute(
      db,
    );
    ids[name] = rows[0]?.id ?? 0;
  };
  await addCampaign("Tide Tables", { active: true, contract: "0x1", day: 1 });
  await addCampaign("Low Water", { day: 3 });
  await addCampaign("Isolines", { contract: "0x2", day: 2 });
  await addCampaign("Behind the Curtain", { song: hidden, active: true, day: 4 });
  await addCampaign("Sketch", { day: 5, picture: null });
  await sql`insert into component (campaign_id, name, slot_number, layer_level, rarity)
    values (${ids["Tide Tables"]}, 'Squall', 1, 1, 80), (${ids["Tide Tables"]}, 'Calm', 1, 1, 20), (${ids["Tide Tables"]}, 'Moon', 2, 2, 50)`.execute(
    db,
  );
  for (const [place, score] of [93, 12, null, 40].entries()) {
    await sql`insert into participant (campaign_id, name, owner_wallet_address, total_rarity_score, created_at)
      values (${ids["Tide Tables"]}, ${`No. ${place}`}, ${place === 0 ? "0xAbC" : "0xdef"}, ${score}, ${new Date(Date.UTC(2026, 1, place + 1))})`.execute(
      db,
    );
  }
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function get(path: string) {
  const answer = await app.inject({ method: "GET", url: `/api/v1/${path}` });
  return { status: answer.statusCode, ...JSON.parse(answer.payload) };
}

const names = (answer: { body: { data: { name: string }[] } }) => answer.body.data.map(({ name }) => name);

describe("GET drop", () => {
  it("lists campaigns of public songs, newest first", async () => {
    const answer = await get("drop");
    expect(names(answer)).toEqual(["Low Water", "Isolines", "Tide Tables"]);
    expect(answer.body.total).toBe(3);
  });

  it("sorts by is_active with active ones first, each group newest first", async () => {
    expect(names(await get("drop?sortKey=is_active"))).toEqual(["Tide Tables", "Low Water", "Isolines"]);
  });

  it("filters by song and by state", async () => {
    expect(names(await get("drop?is_active==true"))).toEqual(["Tide Tables"]);
    expect((await get("drop?song_id==999999")).body).toEqual({ data: [], total: 0 });
    expect((await get("drop?song_id==99999999999")).status).toBe(400);
    expect((await get("drop?song_id==soon")).errors).toMatchObject([{ field: "song_id" }]);
  });

  it("tolerates typos in names", async () => {
    expect(names(await get("drop?name~~tide%20tabels"))).toEqual(["Tide Tables"]);
  });
});

describe("GET drop/{id}", () => {
  it("finds a campaign by number and by pretty id, with the price in dollars", async () => {
    const byName = await get("drop/tide-tables");
    expect(byName.body).toMatchObject({
      name: "Tide Tables",
      cost_per_nft: 4.5,
      song: { name: "Salt Meridian" },
    });
    expect((await get(`drop/${ids["Tide Tables"]}`)).body).toEqual(byName.body);
  });

  it.each(["drop/no-such-thing", "drop/0", "drop/behind-the-curtain", "drop/sketch"])(
    "returns 404 for %s",
    async (path) => {
      expect(await get(path)).toMatchObject({ status: 404, success: false, code: "E0001" });
    },
  );

  it("counts the participants and possible combinations", async () => {
    expect((await get("drop/tide-tables/metadata")).body).toEqual({
      nfts: 0,
      possibleCombinations: 2,
      slots: [
        { slot_number: 1, total: 2 },
        { slot_number: 2, total: 1 },
      ],
    });
  });

  it("lists its components by slot", async () => {
    expect(names(await get("dapp/tide-tables/components"))).toEqual(["Squall", "Calm", "Moon"]);
    expect((await get("dapp/nothing/components")).status).toBe(404);
  });
});

describe("GET drop/nfts", () => {
  it("lists a campaign's participants, newest first", async () => {
    const answer = await get(`drop/nfts?song_campaign_id==${ids["Tide Tables"]}`);
    expect(names(answer)).toEqual(["No. 3", "No. 2", "No. 1", "No. 0"]);
  });

  it("sorts by rarity, with participants that are not drawn yet last", async () => {
    const answer = await get(`drop/nfts?song_campaign_id==${ids["Tide Tables"]}&sortKey=total_rarity_score`);
    expect(names(answer)).toEqual(["No. 0", "No. 3", "No. 1", "No. 2"]);
  });

  it("ranks drawn artworks by rarity among all of their campaign", async () => {
    const ranks = async () => {
      const { body } = await get(`drop/nfts?song_campaign_id==${ids["Tide Tables"]}`);
      return body.data.map(({ rarity_rank }: Participant) => rarity_rank);
    };
    const [rarest, middle, last] = [3, 2, 1].map((place, at) => ({
      rank: at + 1,
      total: 3,
      rarer_than: place - 1,
    }));
    expect(await ranks()).toEqual([middle, null, last, rarest]);
    // Equally rare artworks share a place.
    await sql`insert into participant (campaign_id, name, owner_wallet_address, total_rarity_score, created_at)
      select ${ids["Tide Tables"]}::int, 'No. ' || n, '0xdef', 40, timestamptz '2026-01-01' from generate_series(4, 5) n`.execute(
      database.context.db,
    );
    expect((await ranks()).slice(0, 3)).toEqual([
      { rank: 2, total: 5, rarer_than: 1 },
      null,
      { rank: 5, total: 5, rarer_than: 0 },
    ]);
    // Where every artwork has the same chance, none is rarer than another.
    await sql`update campaign set type = 'RANDOM' where id = ${ids["Tide Tables"]}`.execute(
      database.context.db,
    );
    expect(await ranks()).toEqual(Array(6).fill(null));
    await sql`update campaign set type = 'GENERATIVE' where id = ${ids["Tide Tables"]}`.execute(
      database.context.db,
    );
    await sql`delete from participant where name in ('No. 4', 'No. 5')`.execute(database.context.db);
  });

  it("finds a wallet address in any case", async () => {
    expect(names(await get("drop/nfts?owner_wallet_address==0xaBc"))).toEqual(["No. 0"]);
  });

  it("returns no participants of other campaigns", async () => {
    expect(await get("drop/nfts")).toMatchObject({ status: 400, errors: [{ field: "filters" }] });
    expect((await get("drop/nfts?song_campaign_id!=1")).status).toBe(400);
    expect((await get("drop/nfts?total_rarity_score==5")).status).toBe(400);
  });
});

describe("GET drop/{id}/{participantId}", () => {
  it("returns one participant of that campaign only", async () => {
    const [latest] = (await get(`drop/nfts?song_campaign_id==${ids["Tide Tables"]}`)).body.data;
    expect((await get(`drop/tide-tables/${latest.id}`)).body).toEqual(latest);
    expect((await get(`drop/isolines/${latest.id}`)).status).toBe(404);
    expect((await get("drop/tide-tables/one")).errors).toMatchObject([{ field: "participantId" }]);
  });
});

it("GET artist/{id}/experiences lists the campaigns of an artist's public songs", async () => {
  const { body } = await get("songs?limit=1");
  const answer = await get(`artist/${body.data[0].artist_id}/experiences?limit=10`);
  expect(names(answer)).toEqual(["Low Water", "Isolines", "Tide Tables"]);
  expect((await get("artist/nobody/experiences")).status).toBe(404);
});
