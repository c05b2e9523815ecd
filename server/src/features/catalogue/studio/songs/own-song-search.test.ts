import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import {
  addLargeCatalogue,
  addManyCampaigns,
  misspell,
} from "../../../../testing/fixtures/large-catalogue.ts";
import { bearer, type Person } from "../../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../../testing/fixtures/studio.ts";

/** Rows that a picker loads at a time. */
const PAGE_SIZE = 20;
const COUNT = 2_000;

type Row = { id: number; name: string; status: string };
type Found = { data: Row[]; total: number };

let studio: Studio;
let publisher: Person;
let songs: Row[];

beforeAll(async () => {
  studio = await openStudio();
  publisher = await studio.join();
  const stranger = await studio.addPublisher({ name: "Someone Else" });
  await addLargeCatalogue(studio.context.db, publisher.id, COUNT);
  const { rows } = await sql<Row>`
    select s.id, s.name, s.status from song s join artist a on a.id = s.artist_id where a.owner_id = ${publisher.id}
    order by s.created_at desc, s.id desc`.execute(studio.context.db);
  songs = rows;
  await studio.createDraft(stranger, { name: rows[0]?.name });
});
afterAll(() => studio.close());

async function find(path: string, filters: string): Promise<Found> {
  const { json } = await studio.call("GET", `${path}?limit=${PAGE_SIZE}&${filters}`, bearer(publisher.token));
  return json.body;
}

const findByName = (path: string, name: string, others = "") =>
  find(path, `name~~${encodeURIComponent(name)}${others}`);

describe(`a publisher with ${COUNT} wraps`, () => {
  it("has some in every state that pickers offer", () => {
    expect(songs).toHaveLength(COUNT);
    expect(new Set(songs.map(({ status }) => status)).size).toBe(5);
  });

  it("finds every wrap by its name first, whatever its state", async () => {
    for (const song of songs.filter((_, index) => index % 97 === 0)) {
      const { data, total } = await findByName("my/songs", song.name.toUpperCase());
      expect(data.map(({ id }) => id)).toEqual([song.id]);
      expect(total).toBe(1);
    }
  });

  it("finds every wrap by its misspelt name", async () => {
    for (const song of songs.filter((_, index) => index % 211 === 0)) {
      const { data } = await findByName("my/songs", misspell(song.name));
      expect(
        data.map(({ name }) => name),
        misspell(song.name),
      ).toContain(song.name);
    }
  });

  it("finds an equal name before longer ones, and those newest first", async () => {
    const { db } = studio.context;
    const [artist] = (await find("my/artists", "")).data;
    await sql`
      insert into song (pretty_id, artist_id, artist, name, status, created_at)
      select 'tide-' || n, ${artist?.id}::int, 'Large', case n when 1 then 'Tide' else 'Tide ' || n end, 'DRAFT',
        timestamptz '2019-01-01' + n * interval '1 minute'
      from generate_series(1, 30) n`.execute(db);
    const { data, total } = await findByName("my/songs", "tide");
    expect(data.slice(0, 3).map(({ name }) => name)).toEqual(["Tide", "Tide 30", "Tide 29"]);
    expect([data.length, total]).toEqual([PAGE_SIZE, 30]);
    const next = await findByName("my/songs", "tide", `&offset=${PAGE_SIZE}`);
    expect(next.data.map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, place) => `Tide ${11 - place}`),
    );
    const sorted = await findByName("my/songs", "tide", "&sortKey=created_at&sortDir=ASC");
    expect(sorted.data[0]?.name).toBe("Tide");
    expect(sorted.data[1]?.name).toBe("Tide 2");
    await sql`delete from song where pretty_id like 'tide-%'`.execute(db);
  });

  it("finds names of every script, and those with signs both ways", async () => {
    const { db } = studio.context;
    const [artist] = (await find("my/artists", "")).data;
    const titles = ["AC/DC Live", "We're", "Were", "यार मेरा", "प्यार", "÷", "+", "夜に駆ける", "รักเธอที่สุด"];
    await sql`
      insert into song (pretty_id, artist_id, artist, name, status, created_at)
      select 'script-' || place, ${artist?.id}::int, 'Large', name, 'DRAFT', timestamptz '2019-01-01' + place * interval '1 minute'
      from unnest(${titles}::text[]) with ordinality t(name, place)`.execute(db);
    const expected = {
      acdc: ["AC/DC Live"],
      "ac/dc live": ["AC/DC Live"],
      "we're": ["We're", "Were"],
      were: ["Were", "We're"],
      यार: ["यार मेरा"],
      प्यार: ["प्यार"],
      "÷": ["÷"],
      駆ける: ["夜に駆ける"],
      สุด: ["รักเธอที่สุด"],
    };
    const found: Record<string, string[]> = {};
    for (const key of ["name", "text"])
      for (const text of Object.keys(expected)) {
        const { data } = await find("my/songs", `${key}~~${encodeURIComponent(text)}`);
        found[`${key} ${text}`] = data.map(({ name }) => name).filter((name) => titles.includes(name));
      }
    await sql`delete from song where pretty_id like 'script-%'`.execute(db);
    for (const [text, names] of Object.entries(expected))
      expect([text, found[`name ${text}`], found[`text ${text}`]]).toEqual([text, names, names]);
  });

  it("reaches every wrap page by page without a text", async () => {
    const ids: number[] = [];
    for (let offset = 0; offset < COUNT; offset += 400) {
      const { json } = await studio.call(
        "GET",
        `my/songs?limit=400&offset=${offset}`,
        bearer(publisher.token),
      );
      expect(json.body.total).toBe(COUNT);
      ids.push(...json.body.data.map(({ id }: Row) => id));
    }
    expect(ids).toEqual(songs.map(({ id }) => id));
  });

  it("finds each artist by a misspelt name", async () => {
    const { data } = await find("my/artists", "");
    for (const { name } of data) {
      const found = await findByName("my/artists", misspell(name));
      expect(found.data.map((artist) => artist.name)).toContain(name);
    }
    expect((await findByName("my/artists", "xylophone")).total).toBe(0);
  });

  it("finds each experience that a reward level can unlock, and no other", async () => {
    const [song] = songs;
    await sql`delete from campaign`.execute(studio.context.db);
    await addManyCampaigns(studio.context.db, song?.id ?? 0, 600);
    const suitable = `&song_id==${song?.id}&is_public_mintable==false&stage!=COMPLETED`;
    const { rows } = await sql<{ name: string; fits: boolean }>`
      select name, not is_public_mintable and state <> 'COMPLETED' as fits from campaign order by id`.execute(
      studio.context.db,
    );
    for (const { name, fits } of rows.filter((_, index) => index % 41 === 0)) {
      const { data } = await findByName("my/dapps", name, suitable);
      const names = data.map((each) => each.name);
      if (fits) expect(names[0]).toBe(name);
      else expect(names).not.toContain(name);
      if (!fits) continue;
      const misspelt = await findByName("my/dapps", misspell(name), suitable);
      expect(misspelt.data.map((each) => each.name)).toContain(name);
    }
    const { status, json } = await studio.call("GET", "my/dapps?stage~~ACT", bearer(publisher.token));
    expect([status, json.errors[0].field]).toEqual([400, "stage"]);
  });
});
