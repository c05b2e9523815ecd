import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { bearer, makePremium } from "../../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../../testing/fixtures/studio.ts";

let studio: Studio;
let publisher: Awaited<ReturnType<Studio["addPublisher"]>> & { second: number };
/** By what they are called in this file. */
const songs: Record<string, number> = {};

beforeAll(async () => {
  studio = await openStudio();
  const person = await studio.join();
  await makePremium(studio, person);
  const [artist, second] = [
    (await studio.sendArtist(person)).json.body.id,
    (await studio.sendArtist(person, { name: "Second" })).json.body.id,
  ];
  publisher = { ...person, artist, second };
  const { db } = studio.context;
  for (const [name, of, state, plays, points] of [
    ["Âpre", artist, "DRAFT", 0, 0],
    ["beta", artist, "ACTIVE", 30, 2],
    ["100% Gold_dust", second, "HIDDEN", 20, 9],
    ["🌊", second, "REJECTED", 10, 9],
    ["Gone", artist, "DELETED", 99, 99],
  ] as const) {
    studio.context.clock.move(1);
    const song = await studio.createDraft({ ...publisher, artist: of }, { name });
    songs[name] = song;
    await sql`update song set status = ${state}, plays = ${plays}, points = ${points} where id = ${song}`.execute(
      db,
    );
  }
  await studio
    .addPublisher({ name: "Someone Else" })
    .then((other) => studio.createDraft(other, { name: "beta of theirs" }));
});
afterAll(() => studio.close());

const list = (query = "") => studio.call("GET", `my/songs?${query}`, bearer(publisher.token));

async function names(query = ""): Promise<[string, number]> {
  const { data, total } = (await list(query)).json.body;
  return [data.map(({ name }: { name: string }) => name).join(", "), total];
}

describe("the list of a publisher's wraps", () => {
  it("has them in every state but deleted, the newest first, and only the caller's", async () => {
    expect(await names()).toEqual(["🌊, 100% Gold_dust, beta, Âpre", 4]);
    const { data } = (await list()).json.body;
    expect(data.map(({ status, next_step }: Record<string, string>) => [status, next_step])).toEqual([
      ["REJECTED", "ADD_AUDIO"],
      ["HIDDEN", "ADD_AUDIO"],
      ["ACTIVE", "ADD_AUDIO"],
      ["DRAFT", "ADD_AUDIO"],
    ]);
    const song = (await studio.call("GET", `my/song/${songs.beta}`, bearer(publisher.token))).json.body.song;
    expect(data[2]).toEqual(song);
  });

  it("has the plays of the last 30 days and the number of experiences, in every state but deleted", async () => {
    const { db } = studio.context;
    await sql`delete from song_day`.execute(db);
    await sql`insert into song_day (song_id, day, plays)
      select ${songs.beta ?? 0}, (now() at time zone 'UTC')::date - ago, plays
      from (values (0, 4), (29, 7), (30, 99)) days (ago, plays)`.execute(db);
    const { data } = (await list("name~~beta")).json.body;
    expect(data[0].plays_by_day).toEqual([7, ...new Array(28).fill(0), 4]);
    expect(data[0].experiences).toBe(0);
    const others = (await list("status==DRAFT")).json.body.data;
    expect(others[0].plays_by_day).toEqual(new Array(30).fill(0));
  });

  it.each([
    ["sortKey=name&sortDir=ASC", "🌊, 100% Gold_dust, Âpre, beta"],
    ["sortKey=plays", "beta, 100% Gold_dust, 🌊, Âpre"],
    ["sortKey=points&sortDir=ASC", "Âpre, beta, 100% Gold_dust, 🌊"],
    ["sortKey=points&sortDir=DESC", "🌊, 100% Gold_dust, beta, Âpre"],
    ["sortKey=created_at&sortDir=ASC", "Âpre, beta, 100% Gold_dust, 🌊"],
  ])("is sorted by %s", async (query, order) => {
    expect(await names(query)).toEqual([order, 4]);
  });

  it.each([
    ["status==DRAFT", "Âpre"],
    ["status!=DRAFT", "🌊, 100% Gold_dust, beta"],
    ["status==DELETED", ""],
    ["status~~re", "🌊"],
    ["name==beta", "beta"],
    ["name!=beta", "🌊, 100% Gold_dust, Âpre"],
    ["name~~APR", "Âpre"],
    ["name~~%C3%A2PRE", "Âpre"],
    ["name~~old%20dust", "100% Gold_dust"],
    ["name~~%25", "100% Gold_dust"],
    ["name~~_", "100% Gold_dust"],
    ["name~~%F0%9F%8C%8A", "🌊"],
    ["name~~", "🌊, 100% Gold_dust, beta, Âpre"],
    ["name~~theirs", ""],
    ["name~~'", ""],
    ["name>=beta", "beta"],
    ["name~~e&status==ACTIVE", "beta"],
  ])("filtered by %s has %s", async (query, order) => {
    expect(await names(query)).toEqual([order, order === "" ? 0 : order.split(", ").length]);
  });

  it("is filtered by artist, and paged", async () => {
    expect(await names(`artist_id==${publisher.artist}`)).toEqual(["beta, Âpre", 2]);
    expect(await names(`artist_id!=${publisher.artist}`)).toEqual(["🌊, 100% Gold_dust", 2]);
    expect(await names("limit=2&offset=1")).toEqual(["100% Gold_dust, beta", 4]);
    expect(await names("limit=2&offset=100")).toEqual(["", 4]);
  });

  it("counts the rewards of each", async () => {
    await sql`delete from reward`.execute(studio.context.db);
    await sql`
      insert into reward (song_id, name, description, reward_points_earned, reward_type)
      select ${songs.beta}::int, 'Level ' || n, 'Something', n, 'CUSTOM' from generate_series(1, 2) n`.execute(
      studio.context.db,
    );
    const { data } = (await list("sortKey=name&sortDir=ASC")).json.body;
    expect(data.map(({ rewards }: { rewards: number }) => rewards)).toEqual([0, 0, 0, 2]);
    const { detail } = (await studio.call("GET", `my/song/${songs.beta}`, bearer(publisher.token))).json.body;
    expect(detail.rewards).toHaveLength(2);
  });

  it("needs a session and rejects unknown filters and sort keys", async () => {
    expect((await studio.call("GET", "my/songs")).json.code).toBe("E0002");
    expect((await studio.call("GET", `my/song/${songs.beta}`)).json.code).toBe("E0002");
    const { status, json } = await list("created_by==me&sortKey=iswc&artist_id==x");
    expect([status, json.errors.map(({ field }: { field: string }) => field)]).toEqual([
      ...[400, ["created_by", "artist_id", "sortKey"]],
    ]);
  });
});
