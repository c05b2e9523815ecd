import type { ReviewItem } from "@wrapsody/shared/studio/review.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
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

let people: People;
let admin: Person;
let publisher: Person;
let songCount = 0;

beforeAll(async () => {
  people = await openPeople();
  [admin, publisher] = [await people.join(), await people.join()];
  const { db } = people.context;
  await sql`update account set role = 'ADMIN' where id = ${admin.id}`.execute(db);
  await sql`update account set name = 'Petra Publisher' where id = ${publisher.id}`.execute(db);
  await sql`
    insert into image (id, storage_key, width, height, thumbhash, ambient, on_ambient)
    values ('cover', 'cover', 700, 700, '', '#000000', '#ffffff')`.execute(db);
});
beforeEach(async () => {
  await sql`update song set status = 'DELETED'`.execute(people.context.db);
});
afterEach(() => people.runDueJobs());
afterAll(() => people.close());

type WrapOptions = {
  name?: string;
  status?: string;
  owner?: Person | null;
  audio?: string | null;
  submitted?: string;
};

/** A wrap with a cover and audio, by an artist of its own. */
async function addWrap(options: WrapOptions = {}): Promise<number> {
  const { db } = people.context;
  const {
    name = "Salt Meridian",
    status = "IN_REVIEW",
    owner = publisher,
    submitted = "2026-01-01",
  } = options;
  const audio = options.audio === undefined ? await addRecording() : options.audio;
  const id = await addSong(db, { name, status, artist: `Artist ${++songCount}` });
  await sql`
    update song set image_id = 'cover', audio_key = ${audio}, submitted_at = ${submitted}, duration = 200
    where id = ${id}`.execute(db);
  await sql`
    update artist set owner_id = ${owner?.id ?? null} where id = (select artist_id from song where id = ${id})`.execute(
    db,
  );
  return id;
}

/** A file that was measured. */
async function addRecording(): Promise<string> {
  const key = `${(++songCount).toString(16).padStart(64, "0")}.mp3`;
  await sql`
    insert into audio_file (key, state, bytes, duration, bit_rate, sample_rate, channels, peaks, loudness, created_at)
    values (${key}, 'READY', 1000, 200, 128000, 44100, 2, '\\x00', -14, now())`.execute(people.context.db);
  return key;
}

/** Gives a wrap a new recording that is under review, because another wrap has it already. */
async function addContestedAudio(song: number, other: number, likeness = 0.93): Promise<string> {
  const { db } = people.context;
  const key = await addRecording();
  await sql`update song set incoming_audio_key = ${key} where id = ${song}`.execute(db);
  await sql`
    insert into audio_match (song_id, audio_key, other_song_id, likeness, created_at)
    values (${song}, ${key}, ${other}, ${likeness}, now())`.execute(db);
  return key;
}

type SongState = {
  status: string;
  rejection: string | null;
  listed_at: string | null;
  audio_key: string | null;
  incoming_audio_key: string | null;
};
async function stateOf(song: number): Promise<SongState | undefined> {
  const { rows } = await sql<SongState>`
    select status, rejection, listed_at, audio_key, incoming_audio_key from song where id = ${song}`.execute(
    people.context.db,
  );
  return rows[0];
}

const queue = (query = "") => people.call("GET", `admin/reviews?${query}`, bearer(admin.token));
const getReview = (song: number | string) => people.call("GET", `admin/review/${song}`, bearer(admin.token));
const decide = (song: number | string, payload: object, token = admin.token) =>
  people.call("POST", `admin/review/${song}`, { ...bearer(token), payload });
const approve = (song: number) => decide(song, { decision: "APPROVED" });
const reject = (song: number, reason = "The cover is someone else's photograph.") =>
  decide(song, { decision: "REJECTED", reason });
const isPublic = async (song: number) => (await people.call("GET", `song/${song}`)).status === 200;
const lastSubject = (person: Person) => people.mails.mails(person.email).at(-1)?.subject;

describe("reviews are for administrators", () => {
  const payload = { decision: "APPROVED" };

  it("and for no caller without a session, no publisher and no API keys", async () => {
    const song = await addWrap();
    const calls = [
      ["GET", "admin/reviews", {}],
      ["GET", `admin/review/${song}`, {}],
      ["POST", `admin/review/${song}`, { payload }],
    ] as const;
    await makePremium(people, admin);
    const { json: keys } = await people.call("PATCH", "provider/keys", bearer(admin.token));
    for (const [method, path, body] of calls) {
      expect((await people.call(method, path, body)).json.code).toBe("E0002");
      expect((await people.call(method, path, { ...bearer(publisher.token), ...body })).json.code).toBe(
        "E0004",
      );
      expect((await people.call(method, path, { ...basicAuth(keys.body), ...body })).json.code).toBe("E0023");
    }
    expect((await stateOf(song))?.status).toBe("IN_REVIEW");
  });
});

describe("the review queue", () => {
  it("is empty where nothing waits", async () => {
    await addWrap({ status: "ACTIVE" });
    await addWrap({ status: "DRAFT" });
    expect((await queue()).json.body).toEqual({ data: [], total: 0 });
  });

  it("lists the longest wait first, with everything that reviewers need", async () => {
    const [later, first, original] = [
      await addWrap({ name: "Later", submitted: "2026-02-02" }),
      await addWrap({ name: "First", submitted: "2026-01-01" }),
      await addWrap({ name: "Original", status: "ACTIVE", owner: admin }),
    ];
    await addContestedAudio(later, original);
    await reject(first);
    await sql`update song set status = 'IN_REVIEW' where id = ${first}`.execute(people.context.db);
    const { data, total }: { data: ReviewItem[]; total: number } = (await queue()).json.body;
    expect([total, data.map(({ song }) => song.name)]).toEqual([2, ["First", "Later"]]);
    expect(data).toMatchObject([
      {
        since: "2026-01-01T00:00:00Z",
        rejections: 1,
        matches: [],
        publisher: { id: publisher.id, name: "Petra Publisher", email: publisher.email, public_songs: 0 },
        song: { status: "IN_REVIEW", next_step: "WAIT_FOR_REVIEW", audio_state: "READY" },
      },
      {
        rejections: 0,
        matches: [
          {
            song_id: original,
            name: "Original",
            publisher: "Ottilie Brandt",
            likeness: expect.closeTo(0.93),
          },
        ],
        song: { audio_state: "HELD" },
      },
    ]);
    expect((await queue("sortDir=DESC")).json.body.data[0].song.name).toBe("Later");
    expect((await queue("limit=1&offset=1")).json.body).toMatchObject({
      total: 2,
      data: [{ song: { name: "Later" } }],
    });
  });

  it("holds public wraps with a new recording that is already here, until that is decided", async () => {
    const [song, original] = [
      await addWrap({ status: "ACTIVE" }),
      await addWrap({ status: "ACTIVE", owner: admin }),
    ];
    await addContestedAudio(song, original);
    expect((await queue()).json.body).toMatchObject({
      total: 1,
      data: [{ song: { id: song, status: "ACTIVE", audio_state: "HELD" }, publisher: { public_songs: 1 } }],
    });
    await sql`update audio_match set decided_at = now()`.execute(people.context.db);
    expect((await queue()).json.body.total).toBe(0);
  });

  it("is neither filtered nor sorted by what it does not know", async () => {
    for (const query of ["status==DRAFT", "sortKey=name"])
      expect(await queue(query)).toMatchObject({ status: 400, json: { code: "E0007" } });
  });
});

describe("a wrap under review", () => {
  it("is shown with everything that its page will show, its audio and its history", async () => {
    const song = await addWrap();
    const { db } = people.context;
    await sql`insert into song_owner (song_id, position, name, ownership_points) values (${song}, 0, 'Petra', 10000)`.execute(
      db,
    );
    await reject(song, "Who owns it?");
    const { json } = await getReview(song);
    expect(json.body).toMatchObject({
      song: { id: song, status: "REJECTED", rejection: "Who owns it?" },
      detail: { owners: [{ name: "Petra", ownership_rate: 100 }], song: { id: song } },
      audio: { state: "READY", bytes: 1000, bit_rate: 128_000 },
      history: [{ decision: "REJECTED", reason: "Who owns it?", by: "Ottilie Brandt" }],
    });
    expect((await getReview(json.body.song.pretty_id)).json.body.song.id).toBe(song);
    expect(await isPublic(song)).toBe(false);
  });

  it("is not found if it is missing or deleted", async () => {
    const song = await addWrap({ status: "DELETED" });
    for (const reference of [song, 999_999, "nothing-here"]) {
      expect(await getReview(reference)).toMatchObject({ status: 404, json: { code: "E0001" } });
      expect(await decide(reference, { decision: "APPROVED" })).toMatchObject({ status: 404 });
    }
  });
});

describe("a decision", () => {
  it("lists a wrap, and mails its publisher the link to its page", async () => {
    const song = await addWrap({ name: "Kiln" });
    expect(await approve(song)).toMatchObject({ status: 200, json: { body: {} } });
    expect(await stateOf(song)).toMatchObject({
      status: "ACTIVE",
      rejection: null,
      listed_at: expect.any(String),
    });
    expect(await isPublic(song)).toBe(true);
    await people.runDueJobs();
    const mail = await people.mails.waitForMail(publisher.email, ({ text }) => text?.includes("Kiln"));
    expect([mail.subject, mail.text]).toEqual([
      "Your wrap is public",
      expect.stringMatching(/http\S+\/wrap\/s-/),
    ]);
    expect((await people.events(publisher.id)).at(-1)).toEqual({
      kind: "wrap-approved",
      detail: { song, name: "Kiln", by: admin.id },
    });
  });

  it("sends a wrap back with a reason, in its publisher's language", async () => {
    const spanish = await people.join();
    await sql`update account set language = 'es' where id = ${spanish.id}`.execute(people.context.db);
    const song = await addWrap({ name: "Sodio <b>", owner: spanish });
    expect((await reject(song, "  La carátula\nno es tuya.  ")).status).toBe(200);
    expect(await stateOf(song)).toMatchObject({ status: "REJECTED", rejection: "La carátula\nno es tuya." });
    await people.runDueJobs();
    const { subject, html, text } = await people.mails.waitForMail(spanish.email);
    expect(subject).toBe("Cambios solicitados en tu wrap");
    expect(text).toContain("La carátula\nno es tuya.");
    expect(text).toMatch(/http\S+\/my\/wrap\/s-/);
    expect(html).toContain("Sodio &lt;b&gt;");
  });

  it("needs a reason to send a wrap back, and is one of two", async () => {
    const song = await addWrap();
    for (const payload of [
      { decision: "REJECTED" },
      { decision: "REJECTED", reason: " \n " },
      { decision: "REJECTED", reason: "x".repeat(1001) },
    ])
      expect(await decide(song, payload)).toMatchObject({
        status: 400,
        json: { errors: [{ field: "reason" }] },
      });
    expect(await decide(song, { decision: "PERHAPS" })).toMatchObject({ status: 400 });
    expect((await stateOf(song))?.status).toBe("IN_REVIEW");
  });

  it.each([
    ["the same", () => [approve, approve]],
    ["different ones", () => [approve, reject]],
  ] as const)("stands where two are made at the same instant: %s", { retry: 0 }, async (_, choose) => {
    const song = await addWrap({ name: `Twice ${++songCount}` });
    const answers = await Promise.all(choose().map((choice) => choice(song)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.code).toBe("E0027");
    const { json } = await getReview(song);
    expect(json.body.history).toHaveLength(1);
    const isApproved = json.body.history[0].decision === "APPROVED";
    expect(json.body.song.status).toBe(isApproved ? "ACTIVE" : "REJECTED");
    await people.runDueJobs();
    expect(lastSubject(publisher)).toBe(
      isApproved ? "Your wrap is public" : "Changes requested for your wrap",
    );
    expect(
      people.mails.mails(publisher.email).filter(({ text }) => text?.includes(json.body.song.name)),
    ).toHaveLength(1);
  });

  it.each(["DRAFT", "ACTIVE", "REJECTED", "HIDDEN"])(
    "is not made about a wrap that is %s",
    async (status) => {
      const song = await addWrap({ status });
      for (const decided of [await approve(song), await reject(song)])
        expect(decided).toMatchObject({ status: 409, json: { code: "E0027" } });
      expect((await stateOf(song))?.status).toBe(status);
    },
  );

  it("does not list a wrap whose audio has gone, and reports it", async () => {
    const song = await addWrap({ audio: null });
    expect(await approve(song)).toMatchObject({
      status: 409,
      json: { code: "E0027", errors: [{ field: "audio", message: "This wrap has no audio yet." }] },
    });
    expect((await getReview(song)).json.body).toMatchObject({ history: [], song: { status: "IN_REVIEW" } });
    expect((await reject(song)).status).toBe(200);
  });

  it("lists a wrap without a publisher, and sends no mail", async () => {
    const song = await addWrap({ owner: null });
    expect((await queue()).json.body.data).toMatchObject([{ publisher: null }]);
    expect((await approve(song)).status).toBe(200);
    expect(await isPublic(song)).toBe(true);
    expect((await people.listJobs()).map(({ name }) => name)).not.toContain("send-letter");
  });
});

describe("a recording that the catalogue already has from another publisher", () => {
  it("is heard once the wrap is approved, and holds nothing any more", async () => {
    const original = await addWrap({ status: "ACTIVE", owner: admin });
    const song = await addWrap({ audio: null });
    const key = await addContestedAudio(song, original);
    expect((await approve(song)).status).toBe(200);
    expect(await stateOf(song)).toMatchObject({ status: "ACTIVE", audio_key: key, incoming_audio_key: null });
    expect((await getReview(song)).json.body.matches).toEqual([]);
  });

  it("needs a review again if its rejected wrap is resubmitted unchanged, even if listings need no review", async () => {
    const original = await addWrap({ status: "ACTIVE", owner: admin });
    const audio = await addRecording();
    const song = await addWrap({ audio });
    await sql`
      insert into audio_match (song_id, audio_key, other_song_id, likeness, created_at)
      values (${song}, ${audio}, ${original}, 1, now())`.execute(people.context.db);
    expect(people.context.config.listingReview).toBe("auto");
    expect((await reject(song, "It is not yours.")).status).toBe(200);
    const { json } = await people.call("POST", `song/${song}/listing`, bearer(publisher.token));
    expect(json.body.status).toBe("IN_REVIEW");
    expect((await getReview(song)).json.body.matches).toMatchObject([{ song_id: original, likeness: 1 }]);
    expect((await approve(song)).status).toBe(200);
    expect(await isPublic(song)).toBe(true);
  });

  it("is dropped where a public wrap's is sent back, and the wrap stays as it was", async () => {
    const original = await addWrap({ status: "ACTIVE", owner: admin });
    const song = await addWrap({ status: "ACTIVE" });
    const before = await stateOf(song);
    await addContestedAudio(song, original);
    const both = await Promise.all([reject(song, "It is not yours."), reject(song, "It is not yours.")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await stateOf(song)).toEqual(before);
    expect(await isPublic(song)).toBe(true);
    await people.runDueJobs();
    expect(lastSubject(publisher)).toBe("Your new audio was rejected");
    expect((await queue()).json.body.total).toBe(0);
  });

  it("replaces that of a public wrap where it is approved", async () => {
    const original = await addWrap({ status: "ACTIVE", owner: admin });
    const song = await addWrap({ status: "ACTIVE" });
    const key = await addContestedAudio(song, original);
    expect((await approve(song)).status).toBe(200);
    expect(await stateOf(song)).toMatchObject({ status: "ACTIVE", audio_key: key, incoming_audio_key: null });
    await people.runDueJobs();
    expect(lastSubject(publisher)).toBe("The new audio of your wrap is public");
  });
});

describe("a long queue", () => {
  it("returns the requested page", async () => {
    const { db } = people.context;
    await sql`delete from song where pretty_id like 'waits-%'`.execute(db);
    const song = await addWrap();
    await sql`
      insert into song (pretty_id, artist_id, artist, name, status, submitted_at)
      select 'waits-' || n, artist_id, artist, 'Waits ' || n, 'IN_REVIEW', timestamptz '2026-03-01' + n * interval '1 minute'
      from song cross join generate_series(1, 1200) n where id = ${song}`.execute(db);
    const { data, total } = (await queue("limit=2&offset=700")).json.body;
    expect(total).toBe(1000);
    expect(data.map((item: ReviewItem) => item.song.name)).toEqual(["Waits 700", "Waits 701"]);
  });
});
