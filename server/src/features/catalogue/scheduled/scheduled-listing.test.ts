import { randomBytes } from "node:crypto";
import { toLocalTime } from "@wrapsody/shared/text/time-zones.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { allJobs } from "../../../features.ts";
import { sql } from "../../../platform/database/database.ts";
import { toTaskList } from "../../../platform/jobs/queue.ts";
import { bearer, joinAdministrator, type Person } from "../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../testing/fixtures/studio.ts";
import { multipart } from "../../../testing/http/multipart.ts";

let studio: Studio;
let admin: Person;
beforeAll(async () => {
  studio = await openStudio();
  admin = await joinAdministrator(studio);
});
afterEach(() => studio.runDueJobs());
afterAll(() => studio.close());

const MINUTE_MS = 60_000;
const zone = "Europe/Madrid";
type Wrap = Awaited<ReturnType<typeof addDraft>>;

/** A publisher with a complete draft, whose recording is stored. */
async function addDraft(data: object = {}) {
  const publisher = await studio.addPublisher();
  const song = await studio.createDraft(publisher, data);
  const { key, hash } = await studio.context.storage.put(randomBytes(2_000), {
    extension: "mp3",
    contentType: "audio/mpeg",
  });
  await studio.setAudio(song, key);
  return { publisher, song, audio: `/audio/${hash}.mp3` };
}

/** A local time in `minutes` by the clock of the program, and its instant. */
function localTimeIn(minutes: number) {
  const from = new Date(Math.ceil(studio.context.clock.now().getTime() / MINUTE_MS + minutes) * MINUTE_MS);
  return { body: { listed_from: toLocalTime(from, zone), time_zone: zone }, from };
}

const schedule = ({ publisher, song }: Wrap, payload: object) =>
  studio.call("PUT", `song/${song}/schedule`, { ...bearer(publisher.token), payload });
const unschedule = ({ publisher, song }: Wrap) =>
  studio.call("DELETE", `song/${song}/schedule`, bearer(publisher.token));
const submit = ({ publisher, song }: Wrap) =>
  studio.call("POST", `song/${song}/listing`, bearer(publisher.token));
const mySong = async ({ publisher, song }: Wrap) =>
  (await studio.call("GET", `my/song/${song}`, bearer(publisher.token))).json.body;
const countdown = ({ song }: Wrap) => studio.call("GET", `song/${song}/countdown`);
const publicSong = ({ song }: Wrap) => studio.call("GET", `song/${song}?detail=true`);
const statusOf = async (address: string) => (await studio.inject({ method: "GET", url: address })).statusCode;
const rows = async (query: ReturnType<typeof sql>) =>
  (await query.execute(studio.context.db)).rows as Record<string, unknown>[];
const stateOf = async ({ song }: Wrap) =>
  (await rows(sql`select status, listed_from, listed_zone from song where id = ${song}`))[0];

/** A wrap that is listed in `minutes`. */
async function addScheduled(minutes = 60, data: object = {}) {
  const wrap = await addDraft(data);
  const { body, from } = localTimeIn(minutes);
  await schedule(wrap, body);
  const { json } = await submit(wrap);
  expect(json.body.status).toBe("SCHEDULED");
  return { ...wrap, from, body };
}

/** Moves the program's clock to an instant. */
function moveTo(instant: Date): void {
  studio.context.clock.move((instant.getTime() - studio.context.clock.now().getTime()) / 1000);
}

/** Runs the job of every minute, and what it enqueues. */
async function runMinute(): Promise<void> {
  await toTaskList(studio.context, allJobs)["list-scheduled-songs"]?.({}, undefined as never);
  await studio.runDueJobs();
}

/** Every public list, page and file that may show a wrap. */
async function whereShown({ song, audio }: Wrap) {
  const { json } = await studio.call("GET", "songs?limit=1000");
  const found = await studio.call("GET", "songs?name~~salt+meridian&limit=1000");
  const has = (list: { data: { id: number }[] }) => list.data.some(({ id }) => id === song);
  return {
    song: (await studio.call("GET", `song/${song}`)).status,
    list: has(json.body),
    search: has(found.json.body),
    play: (await studio.call("POST", `song/${song}/stream`, { payload: {} })).status,
    audio: await statusOf(audio),
    countdown: (await studio.call("GET", `song/${song}/countdown`)).status,
  };
}
const hidden = { song: 404, list: false, search: false, play: 404, audio: 404 };
const listed = { song: 200, list: true, search: true, play: 200, audio: 200, countdown: 404 };

describe("a date", () => {
  it("is a local time in a named zone, stored as an instant", async () => {
    const wrap = await addDraft();
    const { status, json } = await schedule(wrap, {
      listed_from: `${studio.context.clock.now().getFullYear() + 1}-07-04T18:00`,
      time_zone: zone,
    });
    expect([status, json.body.status, json.body.listed_zone]).toEqual([200, "DRAFT", zone]);
    expect(json.body.listed_from).toMatch(/^\d{4}-07-04T16:00:00Z$/);
    expect(json.body.audio_uri).toBeNull();
    expect((await mySong(wrap)).song.listed_from).toBe(json.body.listed_from);
  });

  it.each([
    [{}, ["listed_from", "time_zone"]],
    [{ listed_from: "2026-07-04 18:00", time_zone: zone }, ["listed_from"]],
    [{ listed_from: "2026-07-04T18:00", time_zone: "+02:00" }, ["time_zone"]],
    [{ listed_from: "2026-07-04T18:00", time_zone: "Europe/Nowhere" }, ["time_zone"]],
    // Clocks go forward from 2 to 3 o'clock.
    [{ listed_from: "2027-03-28T02:30", time_zone: zone }, ["listed_from"]],
    [{ listed_from: "2027-02-30T12:00", time_zone: "UTC" }, ["listed_from"]],
    [{ listed_from: "2199-07-04T18:00", time_zone: zone }, ["listed_from"]],
  ])("that cannot be kept is refused on its field: %j", async (payload, fields) => {
    const wrap = await addDraft();
    const { status, json } = await schedule(wrap, payload);
    expect([status, json.code]).toEqual([400, "E0007"]);
    expect(json.errors?.map(({ field }: { field: string }) => field)).toEqual(fields);
    expect(await stateOf(wrap)).toMatchObject({ status: "DRAFT", listed_from: null });
  });

  it("is set by the publisher of the wrap alone", async () => {
    const wrap = await addDraft();
    const stranger = await studio.addPublisher();
    const { body } = localTimeIn(60);
    const calls = [
      await studio.call("PUT", `song/${wrap.song}/schedule`, { payload: body }),
      await schedule({ ...wrap, publisher: stranger }, body),
      await studio.call("DELETE", `song/${wrap.song}/schedule`),
      await unschedule({ ...wrap, publisher: stranger }),
    ];
    expect(calls.map(({ status }) => status)).toEqual([401, 404, 401, 404]);
    expect(await stateOf(wrap)).toMatchObject({ listed_from: null });
  });

  it("is refused for a wrap that is or was public, and removing it there changes nothing", async () => {
    const wrap = await addDraft();
    await submit(wrap);
    expect((await schedule(wrap, localTimeIn(60).body)).json.code).toBe("E0076");
    expect((await unschedule(wrap)).json.body.status).toBe("ACTIVE");
    await studio.call("DELETE", `song/${wrap.song}/listing`, bearer(wrap.publisher.token));
    expect((await schedule(wrap, localTimeIn(60).body)).json.code).toBe("E0076");
    expect(await stateOf(wrap)).toEqual({ status: "HIDDEN", listed_from: null, listed_zone: null });
  });

  it("in the past lists a wrap at once when it is submitted or already approved", async () => {
    const draft = await addDraft();
    expect((await schedule(draft, localTimeIn(-60).body)).json.body.status).toBe("DRAFT");
    expect((await submit(draft)).json.body).toMatchObject({ status: "ACTIVE", listed_from: null });
    const scheduled = await addScheduled();
    expect((await schedule(scheduled, localTimeIn(-60).body)).json.body).toMatchObject({
      status: "ACTIVE",
      listed_from: null,
    });
    expect(await whereShown(scheduled)).toEqual(listed);
  });
});

describe("a scheduled wrap", () => {
  it("has a countdown, and is nowhere else, until its minute", async () => {
    const wrap = await addScheduled(60);
    expect(await whereShown(wrap)).toEqual({ ...hidden, countdown: 200 });
    const { json } = await countdown(wrap);
    expect(json.body).toMatchObject({ id: wrap.song, name: "Salt Meridian", time_zone: zone });
    expect(Date.parse(json.body.listed_from)).toBe(wrap.from.getTime());
    expect(JSON.stringify(json)).not.toContain("audio");
    moveTo(new Date(wrap.from.getTime() - 1));
    await runMinute();
    expect(await whereShown(wrap)).toEqual({ ...hidden, countdown: 200 });
  });

  it("is not in the sitemap, and its card and oEmbed have no player", async () => {
    const wrap = await addScheduled(30);
    const { pretty_id } = (await countdown(wrap)).json.body;
    const sitemap = await studio.inject({ method: "GET", url: "/sitemaps/wraps-1.xml" });
    expect(sitemap.body).not.toContain(`/wrap/${pretty_id}<`);
    expect(await statusOf(`/cards/wrap/${wrap.song}.png`)).toBe(200);
    const page = encodeURIComponent(`${studio.context.publicUrl}/wrap/${pretty_id}`);
    const oembed = await studio.inject({ method: "GET", url: `/oembed?url=${page}` });
    expect(oembed.json()).toMatchObject({ type: "link", author_name: "Inês Corvacho" });
    expect(oembed.json().html).toBeUndefined();
    const left = (wrap.from.getTime() - studio.context.clock.now().getTime()) / 1000;
    expect(oembed.json().cache_age).toBeLessThanOrEqual(left);
    expect(oembed.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
  });

  it("is listed by the first request after its minute, as the newest wrap, also without a worker", async () => {
    const wrap = await addScheduled(10);
    moveTo(wrap.from);
    const requests = await Promise.all(Array.from({ length: 8 }, () => publicSong(wrap)));
    expect(requests.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(requests[0]?.json.body.song.audio_uri).toBe(wrap.audio);
    expect(await whereShown(wrap)).toEqual(listed);
    const [newest] = (await studio.call("GET", "songs?limit=1")).json.body.data;
    expect(newest.id).toBe(wrap.song);
    expect(await stateOf(wrap)).toEqual({ status: "ACTIVE", listed_from: null, listed_zone: null });
  });

  it("is listed by the job of its minute, once however often it runs", { retry: 0 }, async () => {
    const wrap = await addScheduled(10);
    const pages = studio.watchPages();
    moveTo(wrap.from);
    await Promise.all([runMinute(), runMinute()]);
    await runMinute();
    pages.close();
    expect(pages.changes.filter((entities) => entities.includes(`song:${wrap.song}`))).toHaveLength(1);
    expect(await whereShown(wrap)).toEqual(listed);
  });

  it("stays hidden if it is rescheduled at the instant at which it is due, or is listed before", async () => {
    for (let round = 0; round < 6; round += 1) {
      const wrap = await addScheduled(1);
      moveTo(wrap.from);
      const later = localTimeIn(120);
      const [change] = await Promise.all([schedule(wrap, later.body), runMinute(), publicSong(wrap)]);
      const state = await stateOf(wrap);
      const isPublic = (await publicSong(wrap)).status === 200;
      if (change.status === 200) expect([state, isPublic]).toMatchObject([{ status: "SCHEDULED" }, false]);
      else expect([change.json.code, state, isPublic]).toMatchObject(["E0076", { status: "ACTIVE" }, true]);
      expect(await statusOf(wrap.audio)).toBe(isPublic ? 200 : 404);
    }
  });

  it("can be rescheduled, by two calls at once too, and its countdown follows", { retry: 0 }, async () => {
    const wrap = await addScheduled(60);
    const pages = studio.watchPages();
    const [soon, late] = [localTimeIn(30), localTimeIn(90)];
    const calls = await Promise.all([schedule(wrap, soon.body), schedule(wrap, late.body)]);
    pages.close();
    expect(calls.map(({ status }) => status)).toEqual([200, 200]);
    expect(pages.changes.flat()).toContain(`song:${wrap.song}`);
    const shown = Date.parse((await countdown(wrap)).json.body.listed_from);
    expect([soon.from.getTime(), late.from.getTime()]).toContain(shown);
    expect((await mySong(wrap)).song.status).toBe("SCHEDULED");
  });

  it.each([
    ["without its date", unschedule, null],
    [
      "with its date",
      ({ publisher, song }: Wrap) => studio.call("DELETE", `song/${song}/listing`, bearer(publisher.token)),
      zone,
    ],
  ] as const)("becomes a draft when it is withdrawn, %s", async (_, cancel, keptZone) => {
    const wrap = await addScheduled(10);
    expect((await cancel(wrap)).json.body).toMatchObject({ status: "DRAFT", listed_zone: keptZone });
    expect((await cancel(wrap)).status).toBe(200);
    moveTo(wrap.from);
    await runMinute();
    const { audio, ...shown } = await whereShown(wrap);
    expect(shown).toEqual({ song: 404, list: false, search: false, play: 404, countdown: 404 });
    // Without a date, a draft's address is as before: nobody knows it.
    expect(audio).toBe(keptZone === null ? 200 : 404);
  });

  it("plays for its publisher and for reviewers at a signed address that expires", async () => {
    const wrap = await addScheduled(60);
    const own = await mySong(wrap);
    const review = await studio.call("GET", `admin/review/${wrap.song}`, bearer(admin.token));
    const addresses = [
      own.audio.uri,
      own.song.audio_uri,
      own.detail.song.audio_uri,
      review.json.body.audio.uri,
    ];
    for (const address of addresses) {
      expect(address).toContain(`${wrap.audio}?until=`);
      expect(await statusOf(address)).toBe(200);
    }
    const list = await studio.call("GET", "my/songs", bearer(wrap.publisher.token));
    expect(list.json.body.data[0].audio_uri).toBeNull();
    const [path, query] = own.audio.uri.split("?");
    const other = await addScheduled(60);
    for (const forged of [
      `${path}?${query.replace(/until=\d/, "until=9")}`,
      `${path}?${query.slice(0, -2)}`,
      `${path}?until=1&signature=`,
      `${other.audio}?${query}`,
    ])
      expect(await statusOf(forged)).toBe(404);
    studio.context.clock.move(8 * 60 * 60);
    expect(await statusOf(own.audio.uri)).toBe(404);
  });

  it("keeps a new recording without a public address too", async () => {
    const wrap = await addScheduled(60);
    const { hash, key } = await studio.context.storage.put(randomBytes(2_000), {
      extension: "mp3",
      contentType: "audio/mpeg",
    });
    await sql`update song set incoming_audio_key = ${key} where id = ${wrap.song}`.execute(studio.context.db);
    expect(await statusOf(`/audio/${hash}.mp3`)).toBe(404);
  });

  it("does not hide a recording that another wrap has in public", async () => {
    const wrap = await addScheduled(60);
    const other = await addDraft();
    await sql`
      update song set audio_key = (select audio_key from song where id = ${wrap.song}) where id = ${other.song}`.execute(
      studio.context.db,
    );
    await submit(other);
    expect(await statusOf(wrap.audio)).toBe(200);
  });

  it("holds a new recording that another account has until a reviewer decides", async () => {
    const [wrap, other] = [await addScheduled(60), await addDraft()];
    await studio.addContestedAudio(wrap.song, other.song);
    const queue = await studio.call("GET", "admin/reviews?limit=1000", bearer(admin.token));
    expect(queue.json.body.data.map(({ song }: { song: { id: number } }) => song.id)).toContain(wrap.song);
    const payload = { decision: "REJECTED", reason: "It is another label’s." };
    const decided = await studio.call("POST", `admin/review/${wrap.song}`, {
      ...bearer(admin.token),
      payload,
    });
    expect(decided.status).toBe(200);
    expect((await mySong(wrap)).song).toMatchObject({ status: "SCHEDULED", audio_state: "READY" });
  });

  it("updates its countdown when its title or artwork changes", async () => {
    const wrap = await addScheduled(60);
    const pages = studio.watchPages();
    const options = bearer(wrap.publisher.token);
    await studio.call("PATCH", `song/${wrap.song}`, { ...options, payload: { name: "Slack Water" } });
    pages.close();
    expect(pages.changes.flat()).toContain(`song:${wrap.song}`);
    expect((await countdown(wrap)).json.body.name).toBe("Slack Water");
  });

  it("can be reported, because its countdown is public", async () => {
    const wrap = await addScheduled(60);
    const payload = {
      kind: "wrap",
      id: String(wrap.song),
      problem: "other",
      explanation: "The cover is an insult.",
      location: "The cover",
      name: "Réka Szabó",
      email: "reka@label.example",
      good_faith: true,
    };
    const { status, json } = await studio.call("POST", "report", { payload });
    expect([status, json.errors ?? []]).toEqual([200, []]);
  });

  it("is restricted with its artist, and counts down again afterwards", async () => {
    const wrap = await addScheduled(60);
    const { artist } = wrap.publisher;
    await sql`
      insert into restriction (kind, target, ground, basis, reason, since)
      values ('artist', ${String(artist)}, 'law', 'Law', 'Reason', now())`.execute(studio.context.db);
    await sql`update song set status = status where id = ${wrap.song}`.execute(studio.context.db);
    expect(await whereShown(wrap)).toEqual({ ...hidden, audio: 451, countdown: 404 });
    expect((await schedule(wrap, localTimeIn(5).body)).json.code).toBe("E0070");
    moveTo(wrap.from);
    await runMinute();
    expect((await publicSong(wrap)).status).toBe(404);
    await sql`update restriction set ended_at = now() where target = ${String(artist)}`.execute(
      studio.context.db,
    );
    await sql`update song set status = status where id = ${wrap.song}`.execute(studio.context.db);
    await runMinute();
    expect((await publicSong(wrap)).status).toBe(200);
  });

  it("is what a node of an earlier version makes of a wrap with a date that it approves", async () => {
    const wrap = await addDraft();
    await schedule(wrap, localTimeIn(60).body);
    await sql`update song set status = 'ACTIVE' where id = ${wrap.song}`.execute(studio.context.db);
    expect(await whereShown(wrap)).toEqual({ ...hidden, countdown: 200 });
  });
});

describe("a review", () => {
  it("comes before the date: an approved wrap is scheduled, and its publisher is notified of the date", async () => {
    const { config } = studio.context;
    const before = config.listingReview;
    config.listingReview = "manual";
    const wrap = await addDraft();
    const { body, from } = localTimeIn(60);
    await schedule(wrap, body);
    expect((await submit(wrap)).json.body.status).toBe("IN_REVIEW");
    config.listingReview = before;
    expect((await countdown(wrap)).status).toBe(404);
    expect(await statusOf(wrap.audio)).toBe(404);
    const decide = () =>
      studio.call("POST", `admin/review/${wrap.song}`, {
        ...bearer(admin.token),
        payload: { decision: "APPROVED" },
      });
    const decisions = await Promise.all([decide(), decide()]);
    expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await countdown(wrap)).status).toBe(200);
    await studio.runDueJobs();
    const mails = studio.mails.mails(wrap.publisher.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Your wrap is scheduled"]);
    expect(mails[0]?.text).toContain(
      new Intl.DateTimeFormat("en", { timeZone: zone, day: "numeric" }).format(from),
    );
  });
});

describe("the recording of a draft", () => {
  it("can be replaced while the wrap has a date, and is answered with a signed address", async () => {
    const wrap = await addDraft();
    await schedule(wrap, localTimeIn(60).body);
    const audio = { content: Buffer.from("no mp3"), fileName: "a.mp3", contentType: "audio/mpeg" };
    const options = multipart({ audio }, bearer(wrap.publisher.token).headers);
    expect((await studio.call("PATCH", `song/${wrap.song}/audio`, options)).status).toBe(400);
    expect((await mySong(wrap)).audio.uri).toContain("?until=");
  });
});
