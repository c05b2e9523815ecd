import { randomBytes, randomUUID } from "node:crypto";
import { pageDefaults } from "@wrapsody/shared/api/page.ts";
import type { CollectedArtwork } from "@wrapsody/shared/experiences/experiences.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { testDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { bearer, openPeople, type People, type Person, password } from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { listCollection } from "./campaigns.ts";

let people: People;
let fan: Person;
let other: Person;

async function addCampaign(name: string, song: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into campaign (pretty_id, song_id, name) values (${name.toLowerCase().replaceAll(" ", "-")}, ${song}, ${name})
    returning id`.execute(people.context.db);
  return rows[0]?.id ?? 0;
}

/** Inserts artworks of an account, one a day from the given day. */
async function addArtworks(campaign: number, count: number, account: string | null, from: Date) {
  await sql`
    insert into participant (campaign_id, name, owner_wallet_address, account_id, created_at)
    select ${campaign}::int, 'No. ' || n, '0xabc', ${account}::uuid, ${from}::timestamptz + n * interval '1 day'
    from generate_series(1, ${count}::int) n`.execute(people.context.db);
}

const getCollection = (query = "", token?: string) =>
  people.call("GET", `my/art${query}`, token === undefined ? {} : bearer(token));

const names = (json: { body: { data: CollectedArtwork[] } }) =>
  json.body.data.map(({ campaign, name }) => `${campaign.name} ${name}`);

beforeAll(async () => {
  people = await openPeople();
  const { db } = people.context;
  [fan, other] = [await people.join(), await people.join()];
  const song = await addSong(db, { name: "Salt Meridian", artist: "Inês Corvacho" });
  const unheard = await addSong(db, { name: "Unheard", artist: "Inês Corvacho" });
  const tides = await addCampaign("Tide Tables", song);
  const hidden = await addCampaign("Behind the Curtain", unheard);
  await addArtworks(tides, 3, fan.id, new Date("2026-03-01T00:00:00Z"));
  await addArtworks(hidden, 1, fan.id, new Date("2026-03-02T12:00:00Z"));
  await addArtworks(tides, 2, other.id, new Date("2026-04-01T00:00:00Z"));
  await addArtworks(tides, 5, null, new Date("2026-05-01T00:00:00Z"));
  await sql`update song set status = 'HIDDEN' where id = ${unheard}`.execute(db);
});
afterAll(() => people.close());

describe("GET my/art", () => {
  it("returns the user's own artwork, newest first, and is not cacheable", async () => {
    const { status, json, headers } = await getCollection("", fan.token);
    expect(status).toBe(200);
    expect(names(json)).toEqual([
      "Tide Tables No. 3",
      "Behind the Curtain No. 1",
      "Tide Tables No. 2",
      "Tide Tables No. 1",
    ]);
    expect(json.body.total).toBe(4);
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(names((await getCollection("", other.token)).json)).toEqual([
      "Tide Tables No. 2",
      "Tide Tables No. 1",
    ]);
  });

  it("names the experience and wrap of each artwork, and includes those taken down", async () => {
    const { json } = await getCollection("", fan.token);
    const [first, second] = json.body.data;
    expect(first).toMatchObject({
      owner_wallet_address: "0xabc",
      song_campaign_id: first.campaign.id,
      campaign: {
        pretty_id: "tide-tables",
        song: { name: "Salt Meridian", artist: "Inês Corvacho" },
        is_public: true,
      },
    });
    expect(second.campaign).toMatchObject({ pretty_id: "behind-the-curtain", is_public: false });
  });

  it("is empty for a user without artwork", async () => {
    const { token } = await people.join();
    expect((await getCollection("", token)).json.body).toEqual({ data: [], total: 0 });
  });

  it("is paginated in either direction", async () => {
    const page = async (query: string) => names((await getCollection(query, fan.token)).json);
    expect(await page("?limit=2&offset=2")).toEqual(["Tide Tables No. 2", "Tide Tables No. 1"]);
    expect(await page("?limit=2&offset=4")).toEqual([]);
    expect(await page("?limit=1&sortDir=ASC")).toEqual(["Tide Tables No. 1"]);
  });

  it("includes artwork minted to a wallet once it is linked, without duplicates", async () => {
    const { db } = people.context;
    const listener = await people.join();
    const wallet = `0x${"a1".repeat(20)}`;
    const { rows } = await sql<{ id: number }>`select id from campaign where name = 'Tide Tables'`.execute(
      db,
    );
    await sql`
      insert into participant (campaign_id, name, owner_wallet_address, account_id, created_at)
      values (${rows[0]?.id}, 'By list', ${wallet}, null, '2026-06-01'),
        (${rows[0]?.id}, 'Own', ${wallet}, ${listener.id}, '2026-06-02'),
        (${rows[0]?.id}, 'Of another fan', ${wallet}, ${fan.id}, '2025-06-03')`.execute(db);
    const listShown = async () => {
      const { json } = await getCollection("", listener.token);
      return [names(json), json.body.total];
    };
    expect(await listShown()).toEqual([["Tide Tables Own"], 1]);
    await sql`insert into wallet (address, account_id, linked_at) values (${wallet}, ${listener.id}, now())`.execute(
      db,
    );
    const all = ["Tide Tables Own", "Tide Tables By list", "Tide Tables Of another fan"];
    expect(await listShown()).toEqual([all, 3]);
    expect(names((await getCollection("?limit=1&offset=1", listener.token)).json)).toEqual(all.slice(1, 2));
    expect(names((await getCollection("?limit=2&sortDir=ASC", listener.token)).json)).toEqual(
      all.slice(1).reverse(),
    );
    await sql`delete from wallet where address = ${wallet}`.execute(db);
    expect(await listShown()).toEqual([["Tide Tables Own"], 1]);
    await sql`delete from participant where owner_wallet_address = ${wallet}`.execute(db);
  });

  it("requires a live session", async () => {
    expect(await getCollection()).toMatchObject({ status: 401, json: { code: "E0002" } });
    expect(await getCollection("", "x".repeat(43))).toMatchObject({ status: 401, json: { code: "E0003" } });
  });

  it.each(["?limit=0", "?limit=1001", "?sortKey=name", "?account_id==1", "?name~~tide"])(
    "rejects %s",
    async (query) => {
      expect(await getCollection(query, fan.token)).toMatchObject({ status: 400, json: { code: "E0007" } });
    },
  );

  it("keeps the artwork when its owner's account is deleted", async () => {
    const { db } = people.context;
    const countTaken = async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from participant`.execute(db);
      return rows[0]?.n;
    };
    const before = await countTaken();
    await people.call("DELETE", "me", { ...bearer(other.token), payload: { password } });
    expect((await getCollection("", other.token)).status).toBe(401);
    expect(await countTaken()).toBe(before);
  });
});

describe("GET my/dapps of a fan", () => {
  const listJoined = async (person: Person, query = "") => {
    const { json } = await people.call("GET", `my/dapps${query}`, bearer(person.token));
    return json.body.data.map(({ name }: { name: string }) => name);
  };

  it("lists the public experiences of artworks, of orders that keep their spot, and of linked wallets", async () => {
    const { db } = people.context;
    const [joiner, wallet] = [await people.join(), `0x${randomBytes(20).toString("hex")}`];
    await sql`update campaign set pretty_id = 'earlier-' || id where name in ('Drawn', 'Ordered', 'Received', 'Expired')`.execute(
      db,
    );
    const song = await addSong(db, { name: "Glass Mango", artist: "Inês Corvacho" });
    const [owned, ordered, held, expired] = [
      await addCampaign("Drawn", song),
      await addCampaign("Ordered", song),
      await addCampaign("Received", song),
      await addCampaign("Expired", song),
    ];
    await sql`update campaign set is_active = true where song_id = ${song}`.execute(db);
    expect(await listJoined(joiner)).toEqual([]);
    await addArtworks(owned, 2, joiner.id, new Date("2026-03-01T00:00:00Z"));
    await sql`
      insert into participation (exposed_id, code_hash, campaign_id, account_id, wallet, state, total_cents, created_at)
      values (${randomUUID()}, '', ${ordered}, ${joiner.id}, ${wallet}, 'NEEDS_MATERIAL', 0, now()),
        (${randomUUID()}, '', ${expired}, ${joiner.id}, ${wallet}, 'EXPIRED', 0, now())`.execute(db);
    await sql`
      insert into participant (campaign_id, name, owner_wallet_address, account_id, created_at)
      values (${held}, 'No. 1', ${wallet}, null, now())`.execute(db);
    await sql`insert into wallet (address, account_id, linked_at) values (${wallet}, ${joiner.id}, now())`.execute(
      db,
    );
    expect(await listJoined(joiner, "?sortKey=name&sortDir=ASC")).toEqual(["Drawn", "Ordered", "Received"]);
    expect(await listJoined(joiner, "?name~~order")).toEqual(["Ordered"]);
    expect(await listJoined(await people.join())).toEqual([]);

    await sql`update campaign set activation_problem = 'ENDED' where id = ${owned}`.execute(db);
    const { json } = await people.call("GET", "my/dapps?name~~drawn", bearer(joiner.token));
    expect(json.body.data[0]).toMatchObject({ activation_problem: null, reward_level: null, needs: [] });
    await sql`update song set status = 'HIDDEN' where id = ${song}`.execute(db);
    expect(await listJoined(joiner)).toEqual([]);
  });
});

it("a user's collection is read from its index", async () => {
  const { context, url, close } = await testDatabase();
  const { db } = context;
  const song = await addSong(db);
  const { rows } = await sql<{ id: string }>`
    with made as (insert into campaign (pretty_id, song_id, name) values ('tides', ${song}, 'Tides') returning id),
      fan as (insert into account (email, name) values ('fan@wrapsody.example', 'Ottilie Brandt') returning id),
      taken as (insert into participant (campaign_id, name, owner_wallet_address, account_id, created_at)
        select made.id, n::text, '0x' || n % 1000, case when n % 100 = 0 then fan.id end, timestamptz '2025-01-01' + n * interval '1 minute'
        from made, fan, generate_series(1, 5000) n)
    select id from fan`.execute(db);
  await sql`
    insert into wallet (address, account_id, linked_at) values ('0x7', ${rows[0]?.id}, now())`.execute(db);
  await sql`vacuum analyze participant`.execute(db);
  const role = { role: "PROVIDER", userType: "provider" } as const;
  const session = { accountId: rows[0]?.id ?? "", sessionId: undefined, ...role };
  const plans = await explainQueries(url, (db) =>
    listCollection({ ...context, db }, session, { ...pageDefaults, limit: 12, filters: [] }),
  );
  await close();
  expect(plans.scanned).not.toContain("participant");
  expect(plans.indexes).toContain("participant_of_account");
  expect(plans.indexes).toContain("participant_of_wallet");
  expect(plans.blocks).toBeLessThan(250);
});
