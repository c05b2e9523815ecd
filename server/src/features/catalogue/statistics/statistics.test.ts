import type { Statistics } from "@wrapsody/shared/studio/statistics.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import {
  basicAuth,
  bearer,
  makePremium,
  openPeople,
  type People,
  type Person,
} from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { aggregatePlaysJob } from "../jobs.ts";
import { toPeriod } from "./statistics.ts";

let people: People;
let db: People["context"]["db"];

beforeAll(async () => {
  people = await openPeople();
  db = people.context.db;
});
afterAll(() => people.close());

let artists = 0;

/** Publishes a wrap of 30 seconds by a new artist of `owner`. */
async function publish(owner: Person): Promise<{ song: number; artist: number }> {
  const song = await addSong(db, { artist: `Artist ${++artists}`, duration: 30 });
  const { rows } = await sql<{ id: number }>`
    update artist set owner_id = ${owner.id} where id = (select artist_id from song where id = ${song}) returning id`.execute(
    db,
  );
  return { song, artist: rows[0]?.id ?? 0 };
}

let visitors = 0;
const newVisitor = () => `visitor${String(++visitors).padStart(9, "0")}`;

async function playSong(
  song: number,
  by: { visitor?: string; person?: Person; sharer?: string; source?: string },
): Promise<void> {
  const headers = {
    ...(by.visitor === undefined ? {} : { "x-wrap-per": by.visitor }),
    ...(by.person === undefined ? {} : bearer(by.person.token).headers),
    ...(by.sharer === undefined ? {} : { "x-wrap-inc": by.sharer }),
    ...(by.source === undefined ? {} : { "x-wrap-source": by.source }),
  };
  const call = (payload: object) => people.call("POST", `song/${song}/stream`, { headers, payload });
  const { stream_id } = (await call({})).json.body;
  people.context.clock.move(31);
  expect((await call({ stream_id, heard: 31 })).json.body.counted).toBe(true);
}

const day = 86_400;

/** Moves the clock to so many seconds after the next midnight (UTC). */
function moveToMidnight(after = 0): void {
  const now = people.context.clock.now().getTime() / 1000;
  people.context.clock.move(day - (now % day) + after);
}

async function getStatistics({ token }: Person, query = ""): Promise<Statistics> {
  const { status, json } = await people.call("GET", `my/statistics${query}`, bearer(token));
  expect(status).toBe(200);
  return json.body;
}

const none = { plays: 0, listeners: 0, points: 0, shares: 0 };

describe("statistics", () => {
  it("contain every day of the period and its totals, before and after the plays are folded", async () => {
    const owner = await people.join();
    const [{ song: first }, { song: second }] = [await publish(owner), await publish(owner)];
    moveToMidnight();
    const fan = await people.join();
    const regular = newVisitor();
    await playSong(first, { visitor: regular });
    await playSong(first, { person: fan });
    moveToMidnight();
    await playSong(first, { visitor: regular });
    await playSong(second, { visitor: regular, sharer: fan.id });
    await playSong(second, { visitor: newVisitor() });
    const expected = {
      total: { plays: 5, listeners: 3, points: 2, shares: 1 },
      before: none,
      songs: [
        { name: "Salt Meridian", plays: 3, listeners: 2, points: 1, shares: 0, id: first },
        { name: "Salt Meridian", plays: 2, listeners: 2, points: 1, shares: 1, id: second },
      ],
    };
    const waiting = await getStatistics(owner, "?days=7");
    expect(waiting).toMatchObject(expected);
    expect(waiting.days.map(({ day: _, ...counts }) => counts)).toEqual([
      ...[none, none, none, none, none],
      { plays: 2, listeners: 2, points: 1, shares: 0 },
      { plays: 3, listeners: 2, points: 1, shares: 1 },
    ]);
    const today = people.context.clock.now().toISOString().slice(0, 10);
    expect([waiting.to, waiting.days[6]?.day, waiting.days[0]?.day]).toEqual([today, today, waiting.from]);
    await aggregatePlaysJob.run(people.context, {});
    expect(await getStatistics(owner, "?days=7")).toEqual(waiting);
  });

  it("compare with as many days before", async () => {
    const owner = await people.join();
    const { song } = await publish(owner);
    const regular = newVisitor();
    moveToMidnight();
    await playSong(song, { visitor: regular });
    await playSong(song, { visitor: newVisitor() });
    people.context.clock.move(6 * day);
    await playSong(song, { visitor: regular });
    expect(await getStatistics(owner, "?days=7")).toMatchObject({
      total: { plays: 3, listeners: 2 },
      before: none,
    });
    people.context.clock.move(day);
    const week = await getStatistics(owner, "?days=7");
    expect([week.total.plays, week.total.listeners]).toEqual([1, 1]);
    expect([week.before.plays, week.before.listeners]).toEqual([2, 2]);
    expect(await getStatistics(owner)).toMatchObject({ total: { plays: 3, listeners: 2 }, before: none });
  });

  it("count a play on the day (UTC) that counted it, as the days of a single wrap were folded", async () => {
    const owner = await people.join();
    const { song } = await publish(owner);
    moveToMidnight(-15);
    const started = people.context.clock.now().toISOString().slice(0, 10);
    await playSong(song, { visitor: newVisitor() });
    await playSong(song, { visitor: newVisitor() });
    await aggregatePlaysJob.run(people.context, {});
    const { days } = await getStatistics(owner, "?days=7");
    expect(days.find((each) => each.day === started)).toMatchObject({ plays: 0, listeners: 0 });
    const { rows } = await sql`
      select day, plays, listeners, points, shares from song_day where song_id = ${song} order by day`.execute(
      db,
    );
    expect(days.filter(({ plays }) => plays > 0)).toEqual(rows);
  });

  it("tell where plays come from, before and after they are folded", async () => {
    const owner = await people.join();
    const { song } = await publish(owner);
    const [sharer, visitor] = [newVisitor(), newVisitor()];
    moveToMidnight();
    await playSong(song, { visitor: newVisitor(), source: "site" });
    await playSong(song, { visitor: newVisitor(), source: "embed" });
    await playSong(song, { visitor: newVisitor(), source: "link" });
    await playSong(song, { visitor: newVisitor(), source: "share", sharer });
    // One's own link, a source without its link, an unknown source, and none.
    await playSong(song, { visitor, source: "share", sharer: visitor });
    await playSong(song, { visitor: newVisitor(), source: "share" });
    await playSong(song, { visitor: newVisitor(), source: "carrierpigeon" });
    await playSong(song, { visitor: newVisitor() });
    const expected = [
      { source: "SITE", plays: 3 },
      { source: "SHARE", plays: 1 },
      { source: "LINK", plays: 1 },
      { source: "EMBED", plays: 1 },
      { source: "UNKNOWN", plays: 2 },
    ];
    expect((await getStatistics(owner, "?days=7")).sources).toEqual(expected);
    await aggregatePlaysJob.run(people.context, {});
    await aggregatePlaysJob.run(people.context, {});
    expect((await getStatistics(owner, "?days=7")).sources).toEqual(expected);
    people.context.clock.move(7 * day);
    const later = await getStatistics(owner, "?days=7");
    expect(later.sources.every(({ plays }) => plays === 0)).toBe(true);
  });

  it("count the people who listened, earned, claimed and joined, per wrap and in all", async () => {
    const owner = await people.join();
    const [{ song: first }, { song: second }] = [await publish(owner), await publish(owner)];
    moveToMidnight();
    const [fan, other] = [await people.join(), await people.join()];
    for (const song of [first, second]) await playSong(song, { person: fan });
    await playSong(first, { person: other });
    await playSong(first, { visitor: newVisitor() });
    const now = people.context.clock.now();
    const { rows } = await sql<{ reward: number; campaign: number }>`
      with level as (
        insert into reward (song_id, name, description, reward_type, reward_points_earned)
        values (${first}, 'Backstage', 'A pass', 'CUSTOM', 1) returning id
      ), series as (
        insert into campaign (song_id, name, pretty_id) values (${first}, 'Tide', ${`tide-${first}`}) returning id
      )
      select level.id as reward, series.id as campaign from level, series`.execute(db);
    const [{ reward, campaign } = { reward: 0, campaign: 0 }] = rows;
    await sql`
      insert into reward_claim (reward_id, song_id, account_id, points, state, created_at, changed_at)
      values (${reward}, ${first}, ${fan.id}, 1, 'REQUESTED', ${now}, ${now})`.execute(db);
    for (const [person, state] of [
      [fan, "FULFILLED"],
      [fan, "NEEDS_MATERIAL"],
      [other, "EXPIRED"],
    ] as const)
      await sql`
        insert into participation (exposed_id, code_hash, campaign_id, account_id, wallet, state, total_cents, created_at)
        values (${`${person.id} ${state}`}, '\\x00', ${campaign}, ${person.id}, '0x0', ${state}, 0, ${now})`.execute(
        db,
      );
    const { funnel, songs } = await getStatistics(owner, "?days=7");
    expect(funnel).toEqual({ heard: 3, earned: 2, claimed: 1, joined: 1 });
    expect(songs.map((song) => [song.id, song.funnel])).toEqual([
      [first, { heard: 3, earned: 2, claimed: 1, joined: 1 }],
      [second, { heard: 1, earned: 1, claimed: 0, joined: 0 }],
    ]);
    people.context.clock.move(7 * day);
    expect((await getStatistics(owner, "?days=7")).funnel).toEqual({
      heard: 0,
      earned: 0,
      claimed: 0,
      joined: 0,
    });
  });

  it.each([7, 28, 90, 365])("of %s days have as many", async (length) => {
    const owner = await people.join();
    await publish(owner);
    const { days, from, to } = await getStatistics(owner, `?days=${length}`);
    expect(days).toHaveLength(length);
    expect([days[0]?.day, days.at(-1)?.day]).toEqual([from, to]);
    expect(new Set(days.map((each) => each.day)).size).toBe(length);
  });

  it("reach over the ends of months and years, and a leap day", () => {
    expect(toPeriod(new Date("2028-03-01T23:59:59.999Z"), 7)).toEqual({
      before: "2028-02-17",
      from: "2028-02-24",
      to: "2028-03-01",
    });
    expect(toPeriod(new Date("2027-01-01T00:00:00Z"), 28)).toEqual({
      before: "2026-11-07",
      from: "2026-12-05",
      to: "2027-01-01",
    });
  });

  it("are of one wrap or one artist on request", async () => {
    const owner = await people.join();
    const [first, second] = [await publish(owner), await publish(owner)];
    await playSong(first.song, { visitor: newVisitor() });
    await playSong(second.song, { visitor: newVisitor() });
    await playSong(second.song, { visitor: newVisitor() });
    const { rows } = await sql<{
      pretty_id: string;
    }>`select pretty_id from song where id = ${first.song}`.execute(db);
    const plays = async (query: string) => (await getStatistics(owner, query)).total.plays;
    expect(await plays("")).toBe(3);
    expect(await plays(`?song=${first.song}`)).toBe(1);
    expect(await plays(`?song=${rows[0]?.pretty_id}`)).toBe(1);
    expect(await plays(`?artist=${second.artist}`)).toBe(2);
    expect(await plays(`?artist=${second.artist}&song=${second.song}`)).toBe(2);
  });

  it("are the caller's own and no one else's", async () => {
    const [owner, stranger] = [await people.join(), await people.join()];
    const { song, artist } = await publish(owner);
    await playSong(song, { visitor: newVisitor() });
    expect((await people.call("GET", "my/statistics")).json.code).toBe("E0002");
    expect((await people.call("GET", "my/statistics", bearer("x".repeat(32)))).json.code).toBe("E0003");
    expect(await getStatistics(stranger)).toMatchObject({ total: none, songs: [] });
    const strangerSong = await publish(stranger);
    for (const query of [
      ...[`song=${song}`, `artist=${artist}`, "song=no-such-wrap", "song=99999999999", "artist=99999999999"],
      ...[`artist=${strangerSong.artist}&song=${song}`, `artist=${artist}&song=${strangerSong.song}`],
    ]) {
      const { status, json } = await people.call("GET", `my/statistics?${query}`, bearer(stranger.token));
      expect([query, status, json.code]).toEqual([query, 404, "E0001"]);
    }
  });

  it("refuse a time that is not offered", async () => {
    const owner = await people.join();
    for (const query of [
      "days=1",
      "days=0",
      "days=-7",
      "days=x",
      "days=366",
      "artist=x",
      "artist=1.5",
      "song=",
    ]) {
      const { status, json } = await people.call("GET", `my/statistics?${query}`, bearer(owner.token));
      expect([query, status, json.code]).toEqual([query, 400, "E0007"]);
    }
  });

  it("are there for API keys, too", async () => {
    const owner = await people.join();
    await makePremium(people, owner);
    const { json } = await people.call("PATCH", "provider/keys", bearer(owner.token));
    expect((await people.call("GET", "my/statistics", basicAuth(json.body))).status).toBe(200);
  });

  it("keep hidden wraps and leave out deleted and unheard ones", async () => {
    const owner = await people.join();
    const [hidden, deleted] = [await publish(owner), await publish(owner)];
    await publish(owner);
    await playSong(hidden.song, { visitor: newVisitor() });
    await playSong(deleted.song, { visitor: newVisitor() });
    await sql`update song set status = 'HIDDEN' where id = ${hidden.song}`.execute(db);
    await sql`update song set status = 'DELETED' where id = ${deleted.song}`.execute(db);
    const { total, songs } = await getStatistics(owner);
    expect([total.plays, songs.map(({ id }) => id)]).toEqual([1, [hidden.song]]);
    const { status } = await people.call("GET", `my/statistics?song=${deleted.song}`, bearer(owner.token));
    expect(status).toBe(404);
  });

  it("are right at every instant while plays are folded", { retry: 0 }, async () => {
    const owner = await people.join();
    const { song } = await publish(owner);
    for (let n = 0; n < 4; n++) {
      await playSong(song, { visitor: newVisitor() });
      const [answers] = await Promise.all([
        Promise.all(Array.from({ length: 6 }, () => getStatistics(owner, "?days=7"))),
        aggregatePlaysJob.run(people.context, {}),
      ]);
      for (const { total, songs, days } of answers) {
        const sums = [songs, days].map((rows) => rows.reduce((sum, { plays }) => sum + plays, 0));
        expect([total.plays, total.listeners, ...sums]).toEqual([n + 1, n + 1, n + 1, n + 1]);
      }
    }
  });
});
