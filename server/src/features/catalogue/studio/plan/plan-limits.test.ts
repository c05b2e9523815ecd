import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { bearer } from "../../../../testing/fixtures/people.ts";
import { openStudio, pngFile, type Studio } from "../../../../testing/fixtures/studio.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

type Publisher = Awaited<ReturnType<Studio["addPublisher"]>>;

async function countSongs({ token }: Publisher): Promise<number> {
  return (await studio.call("GET", "my/songs", bearer(token))).json.body.total;
}

describe("a repeat with the same Idempotency-Key", () => {
  it("answers the same and adds nothing, also at the same instant", { retry: 0 }, async () => {
    const publisher = await studio.addPublisher();
    const key = { "idempotency-key": "song-1" };
    const sendDraft = () =>
      studio.sendSong(publisher, publisher.artist, { data: { name: "Salt Meridian" } }, key);
    const [first, second] = await Promise.all([sendDraft(), sendDraft()]);
    expect([first.status, second.json, (await sendDraft()).json]).toEqual([200, first.json, first.json]);
    expect(await countSongs(publisher)).toBe(1);
  });

  it("is refused where anything else is sent, the picture included", async () => {
    const publisher = await studio.addPublisher();
    const key = { "idempotency-key": "song-2" };
    await studio.sendSong(publisher, publisher.artist, {}, key);
    for (const form of [{ data: { name: "Other" } }, { image: pngFile(400, 400, "#ffffff") }]) {
      const { json } = await studio.sendSong(publisher, publisher.artist, form, key);
      expect(json.code).toBe("E0029");
    }
    expect(await countSongs(publisher)).toBe(1);
  });
});

describe("a plan's songs of a month", () => {
  const addSong = (publisher: Publisher) => studio.sendSong(publisher, publisher.artist);

  it("are five, and the message contains the numbers; in the next month there is room again", async () => {
    const publisher = await studio.addPublisher();
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await addSong(publisher)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    const refused = await addSong(publisher);
    expect([refused.status, refused.json.code, refused.json.message]).toEqual([
      ...[403, "E0025"],
      "Your plan includes 5 new songs a month, and you have added 5 this month. Premium includes 50.",
    ]);
    await sql`
      update song set added_at = date_trunc('month', ${studio.context.clock.now()}::timestamptz at time zone 'UTC') at time zone 'UTC'
        - interval '1 millisecond' where created_by = ${publisher.id}`.execute(studio.context.db);
    expect((await addSong(publisher)).status).toBe(200);
  });

  it("are kept to exactly when twenty are added at the same instant", { retry: 0 }, async () => {
    const publisher = await studio.addPublisher();
    const crowd = await Promise.all(Array.from({ length: 20 }, () => addSong(publisher)));
    const statuses = crowd.map(({ status }) => status);
    expect([
      statuses.filter((status) => status === 200).length,
      statuses.filter((status) => status === 403).length,
    ]).toEqual([5, 15]);
    expect(await countSongs(publisher)).toBe(5);
  });

  it("do not count drafts that were deleted, but do count what was public, whenever it was listed", async () => {
    const publisher = await studio.addPublisher();
    const songs: number[] = [];
    for (let n = 0; n < 5; n += 1) songs.push((await addSong(publisher)).json.body.id);
    const [draft = 0, listed = 0] = songs;
    await studio.setAudio(listed);
    await studio.call("POST", `song/${listed}/listing`, bearer(publisher.token));
    await studio.call("DELETE", `song/${listed}`, bearer(publisher.token));
    expect((await addSong(publisher)).json.code).toBe("E0025");
    await studio.call("DELETE", `song/${draft}`, bearer(publisher.token));
    expect((await addSong(publisher)).status).toBe(200);
    expect((await addSong(publisher)).json.code).toBe("E0025");
  });

  it("count in the month in which they were added, not in the one in which they are listed", async () => {
    const publisher = await studio.addPublisher();
    const songs: number[] = [];
    for (let n = 0; n < 5; n += 1) songs.push((await addSong(publisher)).json.body.id);
    await sql`update song set added_at = added_at - interval '40 days' where created_by = ${publisher.id}`.execute(
      studio.context.db,
    );
    for (const song of songs) {
      await studio.setAudio(song);
      await studio.call("POST", `song/${song}/listing`, bearer(publisher.token));
    }
    expect((await addSong(publisher)).status).toBe(200);
  });
});

describe("a call that dies between the picture and its song", () => {
  it("leaves a picture that the next try finds, and nothing else", async () => {
    const publisher = await studio.addPublisher();
    const image = pngFile(410, 410, "#654321");
    // The last write of the transaction fails, once.
    await sql`create or replace function fail_once() returns trigger language plpgsql as $$ begin raise 'out of luck'; end $$`.execute(
      studio.context.db,
    );
    await sql`
      create or replace trigger fail_once before insert on song_tag for each row execute function fail_once()`.execute(
      studio.context.db,
    );
    const key = { "idempotency-key": "song-3" };
    const data = { name: "Twice", tags: [{ tag: "folk" }] };
    const sendDraft = () => studio.sendSong(publisher, publisher.artist, { data, image }, key);
    const broken = await sendDraft();
    expect([broken.status, broken.json.code, await countSongs(publisher)]).toEqual([500, "X001", 0]);
    await sql`drop trigger fail_once on song_tag`.execute(studio.context.db);
    const { status, json } = await sendDraft();
    expect([status, json.body.pretty_id, json.body.image.width]).toEqual([
      ...[200, expect.stringMatching(/^twice/), 410],
    ]);
    const { rows } = await sql`select from image where width = 410`.execute(studio.context.db);
    expect(rows).toHaveLength(1);
  });
});
