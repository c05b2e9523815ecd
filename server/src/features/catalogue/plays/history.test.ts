import { pageDefaults } from "@wrapsody/shared/api/page.ts";
import type { OwnListen } from "@wrapsody/shared/catalogue/catalogue.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { testDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { bearer, openPeople, type People } from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { showOwnHistory } from "./history.ts";

let people: People;

beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.close());

const by = (token: string | undefined) => (token === undefined ? {} : bearer(token));

/** Plays a song for so many seconds of the clock, as the player reports it. */
async function play(song: number, token: string | undefined, seconds: number): Promise<void> {
  const reportPlay = (payload: object) =>
    people.call("POST", `song/${song}/stream`, { ...by(token), payload });
  const { json } = await reportPlay({});
  people.context.clock.move(seconds);
  await reportPlay({ stream_id: json.body.stream_id, heard: seconds });
}

const history = (token?: string, query = "") => people.call("GET", `my/history${query}`, by(token));
const heardIn = (json: { body: { data: OwnListen[] } }) =>
  json.body.data.map(({ song, heard }) => `${song?.name} ${heard}`);

describe("GET my/history", () => {
  it("answers what was counted, the latest first, with the song and how long it was heard", async () => {
    const { db, clock } = people.context;
    const { token } = await people.join();
    const salt = await addSong(db, { name: "Salt Meridian" });
    const moth = await addSong(db, { name: "Moth Hours" });
    const began = clock.now();
    await play(salt, token, 45);
    await play(moth, token, 31);
    await play(moth, token, 10);
    const { status, json, headers } = await history(token);
    expect(status).toBe(200);
    expect(heardIn(json)).toEqual(["Moth Hours 31", "Salt Meridian 45"]);
    expect(json.body.total).toBe(2);
    const [, salted] = json.body.data;
    expect(new Date(salted.started_at)).toEqual(began);
    expect(salted.song).toMatchObject({ id: salt, artist: "Inês Corvacho", metadata: { description: "" } });
    expect(headers["cache-control"]).toBe("private, no-store");
  });

  it("contains only the user's own plays: none of other users and none without a session", async () => {
    const song = await addSong(people.context.db);
    const [first, second] = [await people.join(), await people.join()];
    await play(song, first.token, 40);
    await play(song, undefined, 40);
    expect((await history(first.token)).json.body.total).toBe(1);
    expect((await history(second.token)).json.body).toEqual({ data: [], total: 0 });
  });

  it("keeps the listen of a song that was taken down, without the song", async () => {
    const { db } = people.context;
    const { token } = await people.join();
    const song = await addSong(db);
    await play(song, token, 40);
    await sql`update song set status = 'HIDDEN' where id = ${song}`.execute(db);
    const { json } = await history(token);
    expect(json.body).toMatchObject({ data: [{ heard: 40, song: null }], total: 1 });
  });

  it("goes page by page, in either direction", async () => {
    const { db } = people.context;
    const { token } = await people.join();
    for (const name of ["One", "Two", "Three"]) await play(await addSong(db, { name }), token, 30);
    expect(heardIn((await history(token, "?limit=2")).json)).toEqual(["Three 30", "Two 30"]);
    expect(heardIn((await history(token, "?limit=2&offset=2")).json)).toEqual(["One 30"]);
    expect(heardIn((await history(token, "?limit=1&sortDir=ASC")).json)).toEqual(["One 30"]);
    expect(heardIn((await history(token, "?offset=3")).json)).toEqual([]);
  });

  it("asks for a living session", async () => {
    expect(await history()).toMatchObject({ status: 401, json: { code: "E0002" } });
    expect(await history("x".repeat(43))).toMatchObject({ status: 401, json: { code: "E0003" } });
  });

  it.each(["?limit=0", "?limit=1001", "?sortKey=heard", "?name~~salt"])("%s is refused", async (query) => {
    const { token } = await people.join();
    expect(await history(token, query)).toMatchObject({ status: 400, json: { code: "E0007" } });
  });
});

it("a history among many, over many months, is read from its index", async () => {
  const { context, url, close } = await testDatabase();
  const { db } = context;
  const accountId = crypto.randomUUID();
  const song = await addSong(db);
  for (const month of ["2026-01-01", "2026-02-01", "2026-03-01"])
    await sql`select make_play_partition(${month}::date)`.execute(db);
  await sql`
    insert into play (id, song_id, listener, account_id, started_at, counted_at, heard)
    select uuidv7(), ${song}::int, '\\x00', case when n % 50 = 0 then ${accountId}::uuid when n % 2 = 0 then gen_random_uuid() end,
      timestamptz '2026-01-01' + n * interval '6 minutes', timestamptz '2026-01-01', 30
    from generate_series(1, 20000) n`.execute(db);
  await sql`vacuum analyze play`.execute(db);
  const session = {
    accountId,
    sessionId: undefined,
    ...({ role: "PROVIDER", userType: "provider" } as const),
  };
  const plans = await explainQueries(url, (db) =>
    showOwnHistory({ ...context, db }, session, { ...pageDefaults, limit: 20, filters: [] }),
  );
  await close();
  // The months without plays yet are empty, and read whole.
  expect(plans.scanned.filter((table) => /^play_2026_0[123]$/.test(table))).toEqual([]);
  expect(plans.blocks).toBeLessThan(700);
});
