import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { createServer } from "../../server.ts";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { addSong } from "../../testing/fixtures/songs.ts";
import { countTags } from "../catalogue/index.ts";

let database: TestDatabase;
let app: FastifyInstance;
let meridian: number;
let draft: number;

const lyric = "Cold water over iron\n[Chorus]\nThe lighthouse keeps no promises\nLighthouse, lighthouse";

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database.context;
  app = await createServer(database.context, { site: false });
  meridian = await addSong(db, { name: "Salt Meridian", artist: "Inês Corvacho" });
  await addSong(db, { name: "Salted", artist: "Marlow Finch" });
  draft = await addSong(db, { name: "Salt Draft", artist: "Nobody Heard", status: "DRAFT" });
  for (const song of [meridian, draft]) {
    await sql`insert into song_lyric (song_id, lyric) values (${song}, ${lyric})`.execute(db);
    await sql`
      insert into song_credit (song_id, position, role, value)
      values (${song}, 0, 'COMPOSER', 'Zora Lindqvist'), (${song}, 1, 'MIXER', 'Zora Lindqvist'), (${song}, 2, 'SINGER', 'Ole Lind')`.execute(
      db,
    );
    await sql`
      insert into song_album (song_id, position, name, track_number) values (${song}, 0, ${`Accounts Payable ${song}`}, 1)`.execute(
      db,
    );
    await sql`
      insert into campaign (pretty_id, song_id, name, is_active)
      values (${`tide-tables-${song}`}, ${song}, 'Tide Tables', true)`.execute(db);
  }
  await sql`
    insert into campaign (pretty_id, song_id, name, is_active, deleted_at)
    values ('tide-gone', ${meridian}, 'Tide Gone', true, now())`.execute(db);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function search(q: string, also = "") {
  const answer = await app.inject({ method: "GET", url: `/api/v1/search?q=${encodeURIComponent(q)}${also}` });
  return { status: answer.statusCode, ...answer.json() };
}

type FoundRow = { name: string; song: { name: string }; line: string; role: string; value: string };

/** Returns what each group found, by name. */
async function find(q: string) {
  const { body } = await search(q);
  const names = (kind: string, name: (row: FoundRow) => unknown) => body[kind].data.map(name);
  return {
    wraps: names("wraps", ({ name }) => name),
    artists: names("artists", ({ name }) => name),
    albums: names("albums", ({ name }) => name),
    experiences: names("experiences", ({ name }) => name),
    tags: names("tags", ({ name }) => name),
    lyrics: names("lyrics", ({ song, line }) => [song.name, line]),
    credits: names("credits", ({ song, role, value }) => [song.name, role, value]),
  };
}

const nothing = { wraps: [], artists: [], albums: [], experiences: [], tags: [], lyrics: [], credits: [] };

describe("one search", () => {
  it("finds wraps by words of title and artist together, the closest first", async () => {
    expect(await find("salt")).toEqual({ ...nothing, wraps: ["Salt Meridian", "Salted"] });
    expect((await find("corvacho salt")).wraps).toEqual(["Salt Meridian"]);
  });

  it("finds artists, albums and experiences by their names", async () => {
    expect(await find("ines corv")).toEqual({
      ...nothing,
      wraps: ["Salt Meridian"],
      artists: ["Inês Corvacho"],
    });
    expect(await find("payable")).toEqual({ ...nothing, albums: [`Accounts Payable ${meridian}`] });
    expect(await find("tide tables")).toEqual({ ...nothing, experiences: ["Tide Tables"] });
  });

  it("finds tags of public songs at once, however they are spelled, and those with most songs first", async () => {
    const { db } = database.context;
    const tag = (song: number, text: string) =>
      sql`
        insert into song_tag (song_id, position, tag)
        select ${song}, coalesce(max(position) + 1, 0), ${text} from song_tag where song_id = ${song}`.execute(
        db,
      );
    await tag(draft, "Trip-Hop");
    await tag(meridian, "Hip-Hop");
    await tag(meridian, "hip hop");
    await tag(meridian, "Hop");
    expect((await find("hop")).tags).toEqual(["Hop", "Hip-Hop"]);
    const other = await addSong(db, { name: "Elsewhere", artist: "Marlow Finch" });
    await tag(other, "HIP HOP");
    await db.transaction().execute(countTags);
    const { body } = await search("hip hpo", "&kind=tags");
    expect(body).toEqual({ tags: { total: 1, data: [{ key: "hip-hop", name: "Hip-Hop", songs: 2 }] } });
    await sql`delete from song_tag where song_id = any(${[meridian, draft]}::int[])`.execute(db);
    expect((await find("trip-hop")).tags).toEqual([]);
    expect((await find("hip-hop")).tags).toEqual(["HIP HOP"]);
    await sql`delete from song where id = ${other}`.execute(db);
  });

  it("finds lyrics with their line, and credits with their role, each wrap once", async () => {
    expect(await find("keeps no promises")).toEqual({
      ...nothing,
      lyrics: [["Salt Meridian", "The lighthouse keeps no promises"]],
    });
    expect(await find("zora lindqvist")).toEqual({
      ...nothing,
      credits: [["Salt Meridian", "COMPOSER", "Zora Lindqvist"]],
    });
  });

  it.each([
    ["slat merdian", "wraps"],
    ["corvaho", "artists"],
    ["acounts", "albums"],
    ["tibe tables", "experiences"],
    ["lighthose", "lyrics"],
    ["lindqist", "credits"],
  ] as const)("forgives a typing error: %s is among %s", async (text, kind) => {
    expect((await find(text))[kind]).toHaveLength(1);
  });

  it("shows nothing that is not public", async () => {
    expect(await find("nobody heard")).toEqual(nothing);
    expect((await search("tide gone")).body.experiences.total).toBe(0);
    const { db } = database.context;
    await sql`update song set status = 'HIDDEN' where id = ${meridian}`.execute(db);
    for (const text of ["meridian", "payable", "tide", "promises", "lindqvist"])
      expect(await find(text)).toEqual(nothing);
    await sql`update song set status = 'ACTIVE' where id = ${meridian}`.execute(db);
  });

  it("answers one kind in pages, and all of them for an empty or meaningless text with nothing", async () => {
    const first = await search("salt", "&kind=wraps&limit=1");
    expect([first.body.wraps.total, first.body.wraps.data.map(({ name }: { name: string }) => name)]).toEqual(
      [2, ["Salt Meridian"]],
    );
    expect(Object.keys(first.body)).toEqual(["wraps"]);
    const second = await search("salt", "&kind=wraps&limit=1&offset=1");
    expect(second.body.wraps.data.map(({ name }: { name: string }) => name)).toEqual(["Salted"]);
    for (const text of ["", "  ", "!?%", "xyzzyx", "'); drop table song; --", "🎷"])
      expect(await find(text)).toEqual(nothing);
  });

  it("refuses what it does not know by name", async () => {
    expect(await search("x".repeat(201))).toMatchObject({
      status: 400,
      code: "E0007",
      errors: [{ field: "q" }],
    });
    expect(await search("x", "&kind=people")).toMatchObject({ status: 400, errors: [{ field: "kind" }] });
    expect(await search("x", "&limit=51")).toMatchObject({ status: 400, errors: [{ field: "limit" }] });
  });

  it("finds new words as soon as they are saved", async () => {
    const { db } = database.context;
    await sql`delete from song where name = 'Quiet Vestibule'`.execute(db);
    const song = await addSong(db, { name: "Quiet Vestibule", artist: "Marlow Finch" });
    await sql`insert into song_lyric (song_id, lyric) values (${song}, 'a zephyrine afternoon')`.execute(db);
    expect((await find("zephirine")).lyrics).toEqual([["Quiet Vestibule", "a zephyrine afternoon"]]);
    await sql`update song_lyric set lyric = 'a gossamer morning' where song_id = ${song}`.execute(db);
    expect((await find("zephyrine")).lyrics).toEqual([]);
    expect((await find("gosamer")).lyrics).toHaveLength(1);
  });
});
