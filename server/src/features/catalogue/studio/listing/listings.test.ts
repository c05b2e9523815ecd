import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { bearer } from "../../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../../testing/fixtures/studio.ts";
import { multipart } from "../../../../testing/http/multipart.ts";
import { listingTexts } from "./listing-transition.ts";
import { closeMatchesOfDeletedJob } from "./listings.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

type Publisher = Awaited<ReturnType<Studio["addPublisher"]>>;
type Headers = Record<string, string>;

const submit = ({ token }: Publisher, song: number | string, headers: Headers = {}) =>
  studio.call("POST", `song/${song}/listing`, { headers: { ...bearer(token).headers, ...headers } });
const withdraw = ({ token }: Publisher, song: number | string) =>
  studio.call("DELETE", `song/${song}/listing`, bearer(token));
const remove = ({ token }: Publisher, song: number | string, headers: Headers = {}) =>
  studio.call("DELETE", `song/${song}`, { headers: { ...bearer(token).headers, ...headers } });
const mySong = async ({ token }: Publisher, song: number) =>
  (await studio.call("GET", `my/song/${song}`, bearer(token))).json.body;
const isPublic = async (song: number) => (await studio.call("GET", `song/${song}`)).status === 200;

/** A publisher whose wrap is complete. */
async function openWithDraft(data: object = {}): Promise<Publisher & { song: number }> {
  const publisher = await studio.addPublisher();
  const song = await studio.createDraft(publisher, data);
  await studio.setAudio(song);
  return { ...publisher, song };
}

/** Runs `run` while submitted wraps need a review. */
async function reviewed<Result>(run: () => Promise<Result>): Promise<Result> {
  const { config } = studio.context;
  const before = config.listingReview;
  config.listingReview = "manual";
  try {
    return await run();
  } finally {
    config.listingReview = before;
  }
}

const contested = (publisher: Publisher) =>
  openMatches(sql`song_id in (select id from song where created_by = ${publisher.id})`);

async function openMatches(where: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql`select from audio_match where ${where} and decided_at is null`.execute(
    studio.context.db,
  );
  return rows.length;
}

describe("a wrap that is submitted", () => {
  it("waits for a review as soon as an administrator has turned it on", async () => {
    const publisher = await openWithDraft({ name: "Slack Water" });
    const { db } = studio.context;
    await sql`insert into site_setting (key, value, revision, updated_at) values ('listing_review', '"manual"', 1, now())`.execute(
      db,
    );
    const { json } = await submit(publisher, publisher.song);
    await sql`delete from site_setting`.execute(db);
    expect(json.body.status).toBe("IN_REVIEW");
  });

  it("is public immediately without review, as the newest of all, and just as it was previewed", async () => {
    const publisher = await openWithDraft({
      tags: [{ tag: "folk" }],
      dates: [{ type: "WRITTEN", date: "2020-01-01" }],
    });
    const later = await openWithDraft();
    studio.context.clock.move(60);
    expect((await submit(later, later.song)).json.body.status).toBe("ACTIVE");
    const preview = (await mySong(publisher, publisher.song)).detail;
    studio.context.clock.move(60);
    const { status, json } = await submit(publisher, publisher.song);
    expect([status, json.body]).toMatchObject([
      200,
      { status: "ACTIVE", next_step: "ADD_REWARDS", rejection: null },
    ]);
    const { submitted_at, listed_at, created_at } = json.body;
    expect([submitted_at, created_at]).toEqual([listed_at, listed_at]);
    const page = (await studio.call("GET", `song/${publisher.song}?detail=true`)).json.body;
    expect(page).toEqual({ ...preview, song: { ...preview.song, created_at } });
    expect((await mySong(publisher, publisher.song)).detail).toEqual(page);
    const newest = (await studio.call("GET", "songs?limit=2")).json.body.data;
    expect(newest.map(({ id }: { id: number }) => id)).toEqual([publisher.song, later.song]);
    const { data: found } = (await studio.call("GET", "songs?name~~salt+meridian&limit=1")).json.body;
    expect(found[0].id).toBe(publisher.song);
  });

  it("waits for a reviewer if listings need a review", async () => {
    const publisher = await openWithDraft();
    const { json } = await reviewed(() => submit(publisher, publisher.song));
    expect(json.body).toMatchObject({ status: "IN_REVIEW", next_step: "WAIT_FOR_REVIEW", listed_at: null });
    expect(json.body.submitted_at).not.toBeNull();
    expect(await isPublic(publisher.song)).toBe(false);
  });

  it("also waits for a reviewer while its recording matches one of another publisher", async () => {
    const [publisher, other] = [await openWithDraft(), await openWithDraft()];
    await studio.addContestedAudio(publisher.song, other.song);
    const { json } = await submit(publisher, publisher.song);
    expect(json.body).toMatchObject({ status: "IN_REVIEW", audio_state: "HELD" });
  });

  it("needs artwork and audio, and gets an error for each", async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher);
    const silent = await submit(publisher, song);
    expect([silent.status, silent.json.code, silent.json.errors]).toEqual([
      ...[409, "E0027"],
      [{ field: "audio", message: listingTexts.none }],
    ]);
    await sql`update song set image_id = null where id = ${song}`.execute(studio.context.db);
    const bare = await submit(publisher, song);
    expect(bare.json.errors.map(({ field }: { field: string }) => field)).toEqual(["image", "audio"]);
    await sql`
      insert into audio_file (key, state, bytes, duration, bit_rate, sample_rate, channels, created_at)
      values ('ac/measuring.mp3', 'MEASURING', 1000, 200, 128000, 44100, 2, now()) on conflict do nothing`.execute(
      studio.context.db,
    );
    await sql`update song set incoming_audio_key = 'ac/measuring.mp3' where id = ${song}`.execute(
      studio.context.db,
    );
    const early = await submit(publisher, song);
    expect(early.json.errors).toContainEqual({ field: "audio", message: listingTexts.measuring });
    expect((await mySong(publisher, song)).song.status).toBe("DRAFT");
  });

  it("twice concurrently, or again, is submitted once", { retry: 0 }, async () => {
    const publisher = await openWithDraft();
    const both = await Promise.all([submit(publisher, publisher.song), submit(publisher, publisher.song)]);
    studio.context.clock.move(60);
    const repeated = await submit(publisher, publisher.song);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(repeated.json).toEqual(both[0]?.json);
    const kinds = (await studio.events(publisher.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "wrap-submitted")).toHaveLength(1);
  });

  it("after a rejection may be submitted again, which clears the rejection", async () => {
    const publisher = await openWithDraft();
    await sql`update song set status = 'REJECTED', rejection = 'Too quiet.' where id = ${publisher.song}`.execute(
      studio.context.db,
    );
    expect((await mySong(publisher, publisher.song)).song).toMatchObject({
      rejection: "Too quiet.",
      next_step: "MEND",
    });
    const { json } = await reviewed(() => submit(publisher, publisher.song));
    expect(json.body).toMatchObject({ status: "IN_REVIEW", rejection: null });
  });
});

describe("a wrap that is taken back", () => {
  it("from a review is a draft", async () => {
    const publisher = await openWithDraft();
    await reviewed(() => submit(publisher, publisher.song));
    const { status, json } = await withdraw(publisher, publisher.song);
    expect([status, json.body]).toMatchObject([200, { status: "DRAFT", next_step: "SUBMIT" }]);
  });

  it("from the public is hidden, and comes back without a review to the place that it had", async () => {
    const publisher = await openWithDraft();
    const { created_at, listed_at } = (await submit(publisher, publisher.song)).json.body;
    const hidden = (await withdraw(publisher, publisher.song)).json.body;
    expect(hidden).toMatchObject({ status: "HIDDEN", next_step: "SUBMIT", listed_at });
    expect([await isPublic(publisher.song), (await withdraw(publisher, publisher.song)).json.body]).toEqual([
      false,
      hidden,
    ]);
    studio.context.clock.move(3_600);
    const submitted = (await reviewed(() => submit(publisher, publisher.song))).json.body;
    expect(submitted).toMatchObject({ status: "ACTIVE", created_at, listed_at });
    expect(await isPublic(publisher.song)).toBe(true);
    const kinds = (await studio.events(publisher.id)).map(({ kind }) => kind).slice(-3);
    expect(kinds).toEqual(["wrap-submitted", "wrap-withdrawn", "wrap-submitted"]);
  });

  it("comes back only by a review where its recording is contested meanwhile", async () => {
    const [publisher, other] = [await openWithDraft(), await openWithDraft()];
    await submit(publisher, publisher.song);
    await withdraw(publisher, publisher.song);
    await studio.addContestedAudio(publisher.song, other.song);
    expect((await submit(publisher, publisher.song)).json.body.status).toBe("IN_REVIEW");
  });

  it("and is from before listings were written down keeps its place, too", async () => {
    const publisher = await openWithDraft();
    const long = new Date("2024-05-06T07:08:09Z");
    await sql`
      update song set status = 'ACTIVE', listed_at = null, created_at = ${long} where id = ${publisher.song}`.execute(
      studio.context.db,
    );
    await withdraw(publisher, publisher.song);
    const { json } = await submit(publisher, publisher.song);
    expect(json.body).toMatchObject({
      created_at: "2024-05-06T07:08:09Z",
      listed_at: "2024-05-06T07:08:09Z",
    });
  });
});

describe("a wrap that is deleted", () => {
  it("is not found any more, not even by its publisher", async () => {
    const publisher = await openWithDraft({ name: "Vanishing" });
    await submit(publisher, publisher.song);
    const { status, json } = await remove(publisher, publisher.song);
    expect([status, json.body]).toEqual([200, {}]);
    const answers = [
      await studio.call("GET", `song/${publisher.song}`),
      await studio.call("GET", `my/song/${publisher.song}`, bearer(publisher.token)),
      await submit(publisher, publisher.song),
      await withdraw(publisher, publisher.song),
      await remove(publisher, publisher.song),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await studio.call("GET", "songs?name~~vanishing")).json.body.total).toBe(0);
    expect((await studio.call("GET", "my/songs", bearer(publisher.token))).json.body).toEqual({
      data: [],
      total: 0,
    });
    expect((await studio.events(publisher.id)).at(-1)).toEqual({
      kind: "wrap-deleted",
      detail: { song: publisher.song },
    });
    const { rows } = await sql<{ gone: boolean }>`
      select deleted_at is not null as gone from song where id = ${publisher.song}`.execute(
      studio.context.db,
    );
    expect(rows).toEqual([{ gone: true }]);
  });

  it("twice at the same instant is deleted once; a repeat with its key answers the same", {
    retry: 0,
  }, async () => {
    const publisher = await openWithDraft();
    const both = await Promise.all([remove(publisher, publisher.song), remove(publisher, publisher.song)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const other = await openWithDraft();
    const key = { "idempotency-key": "delete-1" };
    const repeated = [await remove(other, other.song, key), await remove(other, other.song, key)];
    expect(repeated.map(({ status }) => status)).toEqual([200, 200]);
    expect((await remove(publisher, other.song, key)).status).toBe(404);
  });

  it("is none while one of its experiences is active", async () => {
    const publisher = await openWithDraft();
    await sql`
      insert into campaign (pretty_id, song_id, name, type, network, is_active)
      values (${`active-${publisher.song}`}, ${publisher.song}, 'One', 'GENERATIVE', 'LINEA', true)`.execute(
      studio.context.db,
    );
    const { status, json } = await remove(publisher, publisher.song);
    expect([status, json.code]).toEqual([409, "E0026"]);
    await sql`update campaign set is_active = false where song_id = ${publisher.song}`.execute(
      studio.context.db,
    );
    expect((await remove(publisher, publisher.song)).status).toBe(200);
  });

  it("no longer contests other recordings, and its own needs no decision", async () => {
    const [publisher, other, third] = [await openWithDraft(), await openWithDraft(), await openWithDraft()];
    await studio.addContestedAudio(publisher.song, other.song);
    await studio.addContestedAudio(other.song, third.song);
    await remove(other, other.song);
    expect([await contested(other), await contested(publisher)]).toEqual([0, 1]);
    for (const run of ["first", "again"]) {
      await closeMatchesOfDeletedJob.run(studio.context, { songId: other.song });
      const { audio } = await mySong(publisher, publisher.song);
      expect([run, await contested(publisher), audio.state]).toEqual([run, 0, "READY"]);
      expect(audio.uri).toContain(`${publisher.song}-${other.song}`);
    }
    await studio.runDueJobs();
  });

  it("leaves what else is in the way of a recording", async () => {
    const [publisher, other, third] = [await openWithDraft(), await openWithDraft(), await openWithDraft()];
    await studio.addContestedAudio(publisher.song, other.song);
    await sql`
      insert into audio_match (song_id, audio_key, other_song_id, likeness, created_at)
      select song_id, audio_key, ${third.song}, likeness, created_at from audio_match where song_id = ${publisher.song}`.execute(
      studio.context.db,
    );
    await remove(other, other.song);
    await studio.runDueJobs();
    expect(await contested(publisher)).toBe(1);
    expect((await mySong(publisher, publisher.song)).audio.state).toBe("HELD");
  });
});

describe("the listing of a wrap", () => {
  it("is its publisher's alone", async () => {
    const [publisher, other] = [await openWithDraft(), await studio.addPublisher()];
    for (const act of [submit, withdraw, remove]) {
      for (const song of [publisher.song, "nowhere", 2_000_000_000]) {
        const { status, json } = await act(other, song);
        expect([status, json.code]).toEqual([404, "E0001"]);
      }
    }
    for (const [method, path] of [
      ["POST", `song/${publisher.song}/listing`],
      ["DELETE", `song/${publisher.song}/listing`],
      ["DELETE", `song/${publisher.song}`],
    ] as const) {
      const { status, json } = await studio.call(method, path);
      expect([status, json.code]).toEqual([401, "E0002"]);
    }
    expect((await mySong(publisher, publisher.song)).song.status).toBe("DRAFT");
  });

  it("submitted and withdrawn concurrently ends in one of both states", { retry: 0 }, async () => {
    const publisher = await openWithDraft();
    const both = await Promise.all([submit(publisher, publisher.song), withdraw(publisher, publisher.song)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(["ACTIVE", "HIDDEN"]).toContain((await mySong(publisher, publisher.song)).song.status);
  });

  it("submitted while it is deleted stays deleted", async () => {
    for (let round = 0; round < 5; round += 1) {
      const publisher = await openWithDraft();
      const [submitted, removed] = await Promise.all([
        submit(publisher, publisher.song),
        remove(publisher, publisher.song),
      ]);
      expect([200, 404]).toContain(submitted.status);
      expect([removed.status, await isPublic(publisher.song)]).toEqual([200, false]);
    }
  });

  it("is in what its publisher is handed of their data", async () => {
    const [publisher, sentBack] = [await openWithDraft(), await openWithDraft()];
    const { submitted_at, listed_at } = (await submit(publisher, publisher.song)).json.body;
    await sql`update song set status = 'REJECTED', rejection = 'Too quiet.' where id = ${sentBack.song}`.execute(
      studio.context.db,
    );
    const countOwn = async ({ token }: Publisher) =>
      (await studio.call("GET", "my/data", bearer(token))).json.body.catalogue.songs;
    expect(await countOwn(publisher)).toMatchObject([
      { id: publisher.song, status: "ACTIVE", rejection: null, submitted_at, listed_at, deleted_at: null },
    ]);
    expect(await countOwn(sentBack)).toMatchObject([
      { status: "REJECTED", rejection: "Too quiet.", listed_at: null },
    ]);
    await remove(publisher, publisher.song);
    expect(await countOwn(publisher)).toMatchObject([{ status: "DELETED", deleted_at: expect.any(String) }]);
  });

  it("is counted as public as long as it is", async () => {
    const publisher = await openWithDraft();
    const total = async () => (await studio.call("GET", "songs?limit=1")).json.body.total;
    const before = await total();
    await submit(publisher, publisher.song);
    expect(await total()).toBe(before + 1);
    await withdraw(publisher, publisher.song);
    expect(await total()).toBe(before);
    await submit(publisher, publisher.song);
    await remove(publisher, publisher.song);
    expect(await total()).toBe(before);
  });
});

it("changes of public pages, and no others, invalidate the pages that show what changed", async () => {
  const publisher = await openWithDraft();
  const pages = studio.watchPages();
  const { headers } = bearer(publisher.token);
  const rename = () =>
    studio.call("PATCH", `song/${publisher.song}`, { headers, payload: { name: "Other" } });
  const silent = [
    rename,
    () => reviewed(() => submit(publisher, publisher.song)),
    () => withdraw(publisher, publisher.song),
  ];
  for (const change of silent) expect((await change()).status).toBe(200);
  const describe = () =>
    studio.call("PATCH", `song/${publisher.song}`, { headers, payload: { description: "Later" } });
  const renameArtist = () =>
    studio.call("PATCH", `artist/${publisher.artist}`, multipart({ name: "Other Name" }, headers));
  const song = `song:${publisher.song}`;
  const publicChanges = [
    [renameArtist, [`artist:${publisher.artist}`]],
    [() => submit(publisher, publisher.song), [song, "list:songs"]],
    [rename, [song, "list:song-names"]],
    [describe, [song]],
    [() => withdraw(publisher, publisher.song), [song, "list:songs"]],
    [() => submit(publisher, publisher.song), [song, "list:songs"]],
    [() => remove(publisher, publisher.song), [song, "list:songs"]],
  ] as const;
  expect(pages.changes).toEqual([]);
  for (const [change, entities] of publicChanges) {
    expect((await change()).status).toBe(200);
    expect(pages.changes.at(-1)).toEqual(entities);
  }
  expect(pages.changes).toHaveLength(publicChanges.length);
  pages.close();
});
