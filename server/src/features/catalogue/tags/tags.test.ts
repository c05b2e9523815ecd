import { tagKey } from "@wrapsody/shared/catalogue/tag-key.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { largeTestDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { bearer, openPeople, type People } from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { countTagsJob } from "./routes.ts";
import { listTagSongs, listTagsBetween } from "./tags.data.ts";

let people: People;
let db: People["context"]["db"];

beforeAll(async () => {
  people = await openPeople();
  db = people.context.db;
});
afterAll(() => people.close());

async function addTagged(
  tags: readonly string[],
  options: Parameters<typeof addSong>[1] = {},
): Promise<number> {
  const id = await addSong(db, options);
  await sql`
    insert into song_tag (song_id, position, tag) select ${id}, place, tag
    from unnest(${tags}::text[]) with ordinality as given (tag, place)`.execute(db);
  return id;
}

async function songsOf(tag: string, query = "") {
  const { status, json } = await people.call("GET", `tag/${encodeURIComponent(tag)}/songs${query}`);
  return { status, total: json.body?.total, ids: json.body?.data.map(({ id }: { id: number }) => id) };
}

describe("a tag", () => {
  it("is one, however it is spelled, and lists public songs once, the newest first", async () => {
    await sql`delete from song_tag`.execute(db);
    const first = await addTagged(["Hip-Hop"]);
    const second = await addTagged(["hip hop", "HIP  HOP!"]);
    await addTagged(["Hip-Hop"], { status: "HIDDEN" });
    await addTagged(["Trip-Hop"]);
    for (const spelling of ["Hip-Hop", "hip hop", "hip-hop", "HÍP_HOP"]) {
      expect((await people.call("GET", `tag/${encodeURIComponent(spelling)}`)).json.body).toEqual({
        key: "hip-hop",
        name: "Hip-Hop",
      });
      expect(await songsOf(spelling)).toEqual({ status: 200, total: 2, ids: [second, first] });
    }
    expect((await songsOf("hip-hop", "?limit=1&offset=1")).ids).toEqual([first]);
    expect((await songsOf("hip-hop", "?sortKey=created_at&sortDir=ASC")).ids).toEqual([first, second]);
    await sql`update song set name = case id when ${first} then 'Ábaco' else 'Zinc' end where id in (${first}, ${second})`.execute(
      db,
    );
    expect(await songsOf("HIP hop", "?sortKey=name&sortDir=ASC")).toEqual({
      status: 200,
      total: 2,
      ids: [first, second],
    });
  });

  it("keeps the vowel signs and tone marks of its script, and is found at its address of before", async () => {
    await sql`delete from song_tag`.execute(db);
    const tags = ["हिन्दी पॉप", "தமிழ்", "ลูกทุ่ง", "ပေါ့ပ်"];
    for (const tag of tags) await addTagged([tag]);
    await addTagged(["हन्द पप"]);
    for (const tag of tags) {
      const { rows } = await sql<{ old: string }>`select replace(fold_text(${tag}), ' ', '-') as old`.execute(
        db,
      );
      for (const spelling of [tag, tag.normalize("NFD"), rows[0]?.old ?? ""])
        expect((await people.call("GET", `tag/${encodeURIComponent(spelling)}`)).json.body).toEqual({
          key: tagKey(tag),
          name: tag,
        });
      expect((await songsOf(tag)).total).toBe(1);
    }
  });

  it("does not exist without a public song, a letter or a digit", async () => {
    await addTagged(["Unheard"], { status: "DRAFT" });
    for (const tag of ["Unheard", "nothing at all", "♥"])
      expect((await people.call("GET", `tag/${encodeURIComponent(tag)}`)).status).toBe(404);
    await addTagged(["♥"]);
    expect((await people.call("GET", `tag/${encodeURIComponent("♥")}`)).status).toBe(404);
    expect((await people.call("GET", "tag/hip-hop/songs?sortKey=plays")).status).toBe(400);
  });

  it("is listed by the number of its public songs, counted by a job", { retry: 0 }, async () => {
    await sql`delete from song_tag`.execute(db);
    await sql`delete from known_tag`.execute(db);
    for (const status of ["ACTIVE", "ACTIVE", "ACTIVE", "HIDDEN"])
      await addTagged(["Ska", "SKA"], { status });
    for (const status of ["ACTIVE", "ACTIVE"]) await addTagged(["Dub step"], { status });
    await addTagged(["Only hidden"], { status: "HIDDEN" });
    await sql`insert into known_tag (folded, name, songs) values ('ska', 'Ska', 7), ('gone', 'Gone', 9)`.execute(
      db,
    );
    await sql`delete from known_tag where folded = 'dub step'`.execute(db);
    await Promise.all([1, 2].map(() => countTagsJob.run(people.context, {})));
    const { data } = (await people.call("GET", "tags?limit=100")).json.body;
    expect(data.slice(0, 1)).toEqual([{ key: "ska", name: "Ska", songs: 3 }]);
    expect(data).toContainEqual({ key: "dub-step", name: "Dub step", songs: 2 });
    const keys = data.map(({ key }: { key: string }) => key);
    expect(keys.filter((key: string) => ["only-hidden", "gone"].includes(key))).toEqual([]);
    expect(keys).toEqual([...new Set(keys)]);
    expect((await people.call("GET", "tags?limit=101")).json.errors).toMatchObject([{ field: "limit" }]);
  });

  it("is in the sitemap once and has a card", async () => {
    await addTagged(["Sea Shanty"]);
    await addTagged(["sea-shanty"]);
    const { rows } = await sql<{ last: number }>`select max(id) as last from song`.execute(db);
    const names = (await listTagsBetween(db, 0, (rows[0]?.last ?? 0) + 1)).map(({ reference }) => reference);
    expect(names.filter((name) => name === "sea-shanty")).toHaveLength(1);
    expect(names).not.toContain("unheard");
  });

  it("is added by its publisher and shown at once", async () => {
    await sql`delete from song_tag`.execute(db);
    const owner = await people.join();
    const id = await addSong(db, { artist: `Artist of ${owner.id}` });
    await sql`update artist set owner_id = ${owner.id} where id = (select artist_id from song where id = ${id})`.execute(
      db,
    );
    const payload = { tags: [{ tag: "Lighthouse", metadata: { genre: "true" } }] };
    expect((await people.call("PATCH", `song/${id}`, { payload, ...bearer(owner.token) })).status).toBe(200);
    expect((await songsOf("lighthouse")).ids).toEqual([id]);
  });
});

it("the songs of a tag on half of 10,000 are read through its index, without reading them all", async () => {
  const large = await largeTestDatabase();
  try {
    const { db } = large.context;
    await sql`
      insert into song_tag (song_id, position, tag)
      select id, 0, case when id % 2 = 0 then 'Common' else 'Tag ' || id end from song`.execute(db);
    await sql`vacuum analyze song, song_tag`.execute(db);
    const list = { limit: 14, offset: 0, sortDir: "DESC" } as const;
    const plans = await explainQueries(large.url, (replica) => listTagSongs(replica, "common", list));
    expect(plans.scanned).toEqual([]);
    expect(plans.indexes).toEqual(expect.arrayContaining(["song_tag_named"]));
    expect(plans.rows).toBeLessThan(4_000);
  } finally {
    await large.close();
  }
});
