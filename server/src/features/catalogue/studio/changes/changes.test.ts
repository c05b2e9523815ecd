import { randomUUID } from "node:crypto";
import type { ReviewedChange } from "@wrapsody/shared/studio/song-changes.ts";
import type { OwnSong, WaitingChange } from "@wrapsody/shared/studio/studio.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import {
  basicAuth,
  bearer,
  joinAdministrator,
  makePremium,
  type Person,
  waitUntilBlocked,
} from "../../../../testing/fixtures/people.ts";
import { openStudio, pngFile, type Studio } from "../../../../testing/fixtures/studio.ts";
import { multipart } from "../../../../testing/http/multipart.ts";
import { audioFile, id3v2, sample } from "../../../../testing/media/mp3s.ts";

type Publisher = Person & { artist: number };

const DAY_S = 24 * 60 * 60;

let studio: Studio;
let admin: Person;
let publisher: Publisher;
beforeAll(async () => {
  studio = await openStudio();
  await setReview("manual");
  admin = await joinAdministrator(studio);
  publisher = await studio.addPublisher();
  await makePremium(studio, publisher);
});
afterAll(() => studio.close());

const setReview = (review: "auto" | "manual") =>
  sql`
    insert into site_setting (key, value, revision, updated_at) values ('listing_review', ${`"${review}"`}::jsonb, 1, now())
    on conflict (key) do update set value = excluded.value`.execute(studio.context.db);

/** Recordings as files that no other test has: of 1.2 and 2 seconds, and one that is long enough to be matched. */
const recordings = { first: "vbr-44100.mp3", second: "stereo-22050.mp3", matched: "kiln-part-8k.mp3" };
let files = 0;
const track = (name: keyof typeof recordings) =>
  Buffer.concat([id3v2(Buffer.from(`file ${files++}`)), sample(recordings[name])]);

const rename = (song: number, name: string, { token }: { token: string } = publisher) =>
  studio.call("PATCH", `song/${song}`, { ...bearer(token), payload: { name } });
const sendArt = (song: number, colour: string, { token }: Person = publisher) =>
  studio.call(
    "PATCH",
    `song/${song}/art`,
    multipart({ artwork: pngFile(500, 500, colour) }, bearer(token).headers),
  );
const sendAudio = async (song: number, content: Buffer, { token }: Person = publisher) => {
  const audio = audioFile(content);
  const sent = await studio.call("PATCH", `song/${song}/audio`, multipart({ audio }, bearer(token).headers));
  expect(sent.status).toBe(200);
  await studio.runDueJobs();
};
const ownSong = async (song: number, { token }: Person = publisher): Promise<OwnSong> =>
  (await studio.call("GET", `my/song/${song}`, bearer(token))).json.body.song;
const audioOf = async (song: number) =>
  (await studio.call("GET", `my/song/${song}`, bearer(publisher.token))).json.body.audio;
const publicSong = async (song: number) => (await studio.call("GET", `song/${song}`)).json.body?.song;
const withdraw = (change: WaitingChange | undefined, { token }: { token: string } = publisher) =>
  studio.call("DELETE", `change/${change?.id}`, bearer(token));
const decide = (change: { id: string } | undefined, payload: object, { token }: { token: string } = admin) =>
  studio.call("POST", `admin/change/${change?.id}`, { ...bearer(token), payload });
const approve = (change: { id: string } | undefined) => decide(change, { decision: "APPROVED" });
const reject = (change: { id: string } | undefined, reason = "That is another artist’s.") =>
  decide(change, { decision: "REJECTED", reason });
const listed = async (state: string): Promise<ReviewedChange[]> =>
  (await studio.call("GET", `admin/changes?limit=1000&state==${state}`, bearer(admin.token))).json.body.data;
const setStatus = (song: number, status: string) =>
  sql`update song set status = ${status} where id = ${song}`.execute(studio.context.db);
const trust = ({ id }: Person, trusted: boolean) =>
  studio.call("PATCH", `admin/user/${id}`, { ...bearer(admin.token), payload: { trusted } });
const statesOf = async (song: number) => {
  const { rows } = await sql<{ field: string; state: string; new_value: string }>`
    select field, state, new_value from song_change where song_id = ${song} order by id`.execute(
    studio.context.db,
  );
  return rows.map(({ field, state }) => `${field} ${state}`);
};
const lastMail = (person: Person) => studio.mails.mails(person.email).at(-1);

/** A wrap with artwork in this listing state. */
async function addListed(status = "ACTIVE", owner = publisher): Promise<number> {
  const song = await studio.createDraft(owner);
  await studio.setAudio(song);
  await setStatus(song, status);
  return song;
}

describe("a listed wrap of a publisher who is not trusted", () => {
  it.each(["ACTIVE", "SCHEDULED", "HIDDEN"])(
    "keeps title and artwork until approval (%s)",
    async (status) => {
      const song = await addListed();
      const from = new Date(studio.context.clock.now().getTime() + DAY_S * 1000);
      if (status === "SCHEDULED")
        await sql`update song set listed_from = ${from}, listed_zone = 'UTC' where id = ${song}`.execute(
          studio.context.db,
        );
      await setStatus(song, status);
      const before = await ownSong(song);
      const { changes, close } = studio.watchPages();
      const renamed = await rename(song, "Night Ferry");
      const replaced = await sendArt(song, "#115577");
      close();
      expect([renamed.status, replaced.status]).toEqual([200, 200]);
      expect(renamed.json.body).toMatchObject({
        name: before.name,
        changes: [{ field: "TITLE", title: "Night Ferry" }],
      });
      expect(replaced.json.body).toMatchObject({
        image: before.image,
        changes: [{ field: "TITLE" }, { field: "ARTWORK", image: { width: 500 } }],
      });
      if (status === "ACTIVE")
        expect(await publicSong(song)).toMatchObject({ name: before.name, image: before.image });
      expect(changes.flat().filter((entity) => entity !== `song:${song}`)).toEqual([]);
      const list = await studio.call("GET", "my/songs?limit=100", bearer(publisher.token));
      const row = list.json.body.data.find(({ id }: OwnSong) => id === song);
      expect(row.changes).toEqual(replaced.json.body.changes);

      for (const change of replaced.json.body.changes) expect((await approve(change)).status).toBe(200);
      const after = await ownSong(song);
      expect(after).toMatchObject({ name: "Night Ferry", status, changes: [] });
      expect(after.image).toEqual(replaced.json.body.changes[1].image);
      expect(await statesOf(song)).toEqual(["TITLE APPROVED", "ARTWORK APPROVED"]);
      await studio.runDueJobs();
      expect(lastMail(publisher)?.subject).toMatch(/(title|artwork) was approved/);
      const kinds = (await studio.events(publisher.id)).slice(-4).map(({ kind }) => kind);
      expect(kinds).toEqual(["change-requested", "change-requested", "change-approved", "change-approved"]);
    },
  );

  it("keeps its recording until approval, also if the job runs twice", { retry: 0 }, async () => {
    const song = await addListed("DRAFT");
    await sendAudio(song, track("first"));
    await setStatus(song, "ACTIVE");
    const before = await publicSong(song);
    await sendAudio(song, track("second"));
    expect(await audioOf(song)).toMatchObject({ state: "HELD", duration: expect.closeTo(2, 0) });
    const {
      changes: [change],
    } = await ownSong(song);
    expect(change).toMatchObject({ field: "RECORDING", duration: expect.closeTo(2, 0) });
    const key = (
      await sql<{ key: string }>`select incoming_audio_key as key from song where id = ${song}`.execute(
        studio.context.db,
      )
    ).rows[0]?.key;
    await sql`select graphile_worker.add_job('measure-audio', ${JSON.stringify({ key })}::json)`.execute(
      studio.context.db,
    );
    await sql`select graphile_worker.add_job('measure-left-audio', '{}'::json)`.execute(studio.context.db);
    await studio.runDueJobs();
    expect((await ownSong(song)).changes).toEqual([change]);
    expect((await publicSong(song)).audio_uri).toBe(before.audio_uri);
    // Reviews of wraps do not decide about it.
    const review = await studio.call("POST", `admin/review/${song}`, {
      ...bearer(admin.token),
      payload: { decision: "APPROVED" },
    });
    expect(review.json.code).toBe("E0027");

    const [item] = (await listed("WAITING")).filter(({ song: { id } }) => id === song);
    expect(item?.recording).toMatchObject({
      before: { uri: before.audio_uri, duration: expect.any(Number) },
      after: { uri: expect.stringMatching(/^\/audio\//), duration: expect.closeTo(2, 0) },
    });
    expect((await approve(change)).status).toBe(200);
    const after = await publicSong(song);
    expect(after).toMatchObject({ duration: 2, audio_uri: item?.recording?.after?.uri });
    expect(await audioOf(song)).toMatchObject({ state: "READY" });
    expect((await ownSong(song)).changes).toEqual([]);
  });

  it("keeps everything after a rejection, whose reason its publisher gets by mail", async () => {
    const song = await addListed();
    const before = await publicSong(song);
    await rename(song, "Stolen");
    await sendArt(song, "#331100");
    await sendAudio(song, track("first"));
    const { changes } = await ownSong(song);
    expect(changes.map(({ field }) => field)).toEqual(["TITLE", "ARTWORK", "RECORDING"]);
    for (const change of changes) {
      expect((await decide(change, { decision: "REJECTED" })).json.errors).toEqual([
        { field: "reason", message: "Required" },
      ]);
      expect((await reject(change, "Not yours.")).status).toBe(200);
      await studio.runDueJobs();
      expect(lastMail(publisher)).toMatchObject({
        subject: expect.stringMatching(/rejected/),
        text: expect.stringContaining("Not yours."),
      });
    }
    expect(await publicSong(song)).toEqual(before);
    expect(await ownSong(song)).toMatchObject({ changes: [], audio_state: "READY" });
    expect(await statesOf(song)).toEqual(["TITLE REJECTED", "ARTWORK REJECTED", "RECORDING REJECTED"]);
  });

  it("has one change of a field: a newer one replaces it, the current value withdraws it, and so does its publisher", async () => {
    const song = await addListed();
    await rename(song, "First");
    const [first] = (await ownSong(song)).changes;
    expect((await rename(song, "First")).json.body.changes).toEqual([first]);
    await rename(song, "Second");
    await sendArt(song, "#001133");
    await sendArt(song, "#002244");
    await sendAudio(song, track("first"));
    await sendAudio(song, track("second"));
    const { changes } = await ownSong(song);
    expect(changes).toMatchObject([
      { title: "Second" },
      { field: "ARTWORK" },
      { duration: expect.closeTo(2, 0) },
    ]);
    for (const refused of [await approve(first), await withdraw(first)])
      expect([refused.status, refused.json.code]).toEqual([409, "E0078"]);
    expect((await rename(song, "Salt Meridian")).json.body.changes).toEqual(changes.slice(1));
    for (const change of changes.slice(1)) expect((await withdraw(change)).status).toBe(200);
    expect(await ownSong(song)).toMatchObject({ name: "Salt Meridian", audio_state: "READY", changes: [] });
    for (const change of changes) expect((await approve(change)).json.code).toBe("E0078");
    const ended = (await studio.events(publisher.id)).slice(-3);
    expect(ended.map(({ kind, detail }) => [kind, detail.field])).toEqual([
      ["change-withdrawn", "TITLE"],
      ["change-withdrawn", "ARTWORK"],
      ["change-withdrawn", "RECORDING"],
    ]);
    expect(await publicSong(song)).toMatchObject({ name: "Salt Meridian" });
  });

  it("changes at once in everything else", async () => {
    const song = await addListed();
    const payload = { name: "Other", description: "New.", tags: [{ tag: "sea" }] };
    const { json } = await studio.call("PATCH", `song/${song}`, { ...bearer(publisher.token), payload });
    expect(json.body).toMatchObject({
      name: "Salt Meridian",
      metadata: { description: "New." },
      changes: [{ title: "Other" }],
    });
    expect((await publicSong(song)).metadata.description).toBe("New.");
  });

  it("is changed by imports in the same way, and their undo withdraws the title", async () => {
    const change = randomUUID();
    const song = await addListed();
    await sql`insert into import_invitation (account_id, invited_at) values (${publisher.id}, now()) on conflict do nothing`.execute(
      studio.context.db,
    );
    const content = Buffer.from(`artist\ttitle\tnickname\tid\nInês Corvacho\tFrom file\tFerry\t${song}\n`);
    const parts = { dry_run: "false", update: "true", tsvImport: { content, fileName: "a.tsv" } };
    const send = (key: string) =>
      studio.call(
        "POST",
        "song/import",
        multipart(parts, { ...bearer(publisher.token).headers, "idempotency-key": key }),
      );
    expect((await send(change)).json.body.changed).toHaveLength(1);
    await studio.runDueJobs();
    // A run that was killed before it recorded the result.
    await sql`update import_change set state = 'PENDING' where account_id = ${publisher.id}`.execute(
      studio.context.db,
    );
    await sql`select graphile_worker.add_job('apply-import-changes', ${JSON.stringify({ accountId: publisher.id, id: change })}::json)`.execute(
      studio.context.db,
    );
    await studio.runDueJobs();
    const { json } = await studio.call("GET", `my/import/${change}`, bearer(publisher.token));
    expect(json.body.changes).toEqual({ total: 1, pending: 0, refused: 0 });
    expect(await ownSong(song)).toMatchObject({
      name: "Salt Meridian",
      nickname: "Ferry",
      changes: [{ title: "From file" }],
    });
    expect((await send(randomUUID())).json.body.changed).toEqual([]);
    const undone = await studio.call("DELETE", `my/import/${change}`, bearer(publisher.token));
    expect(undone.json.body).toMatchObject({ restored: 1, kept: [] });
    expect(await ownSong(song)).toMatchObject({ name: "Salt Meridian", nickname: null, changes: [] });
  });

  it("is not relisted with a change that nobody approved, and becomes as its publisher wants when it is a draft again", async () => {
    const song = await addListed();
    await studio.call("DELETE", `song/${song}/listing`, bearer(publisher.token));
    await rename(song, "Hidden hole");
    await sendAudio(song, track("first"));
    const before = (await ownSong(song)).audio_uri;
    await studio.call("POST", `song/${song}/listing`, bearer(publisher.token));
    expect(await publicSong(song)).toMatchObject({ name: "Salt Meridian", audio_uri: before });

    const scheduled = await addListed("SCHEDULED");
    await rename(scheduled, "As a draft");
    await sendArt(scheduled, "#445500");
    await sendAudio(scheduled, track("first"));
    const { changes } = await ownSong(scheduled);
    await studio.call("DELETE", `song/${scheduled}/listing`, bearer(publisher.token));
    const draft = await ownSong(scheduled);
    expect(draft).toMatchObject({
      status: "DRAFT",
      name: "As a draft",
      image: changes[1]?.image,
      changes: [],
      audio_state: "READY",
    });
    expect((await approve(changes[0])).json.code).toBe("E0078");
    expect((await rename(scheduled, "Draft")).json.body).toMatchObject({ name: "Draft", changes: [] });
  });

  it("waits also if its recording was contested by a wrap that is deleted", async () => {
    const other = await studio.addPublisher({ name: "Petra Vaškovská" });
    await sql`update song set status = 'DELETED' where artist_id <> ${other.artist}`.execute(
      studio.context.db,
    );
    const content = track("matched");
    const original = await addListed("DRAFT", other);
    await sendAudio(original, content, other);
    await setStatus(original, "ACTIVE");
    const song = await addListed();
    await sendAudio(song, content);
    expect(await ownSong(song)).toMatchObject({ audio_state: "HELD", changes: [] });
    await studio.call("DELETE", `song/${original}`, bearer(other.token));
    await studio.runDueJobs();
    expect(await ownSong(song)).toMatchObject({ audio_state: "HELD", changes: [{ field: "RECORDING" }] });
  });
});

describe("a trusted publisher", () => {
  it("changes listed wraps at once, which administrators can inspect, until the trust is taken back", async () => {
    const song = await addListed();
    const before = (await studio.events(publisher.id)).length;
    expect((await trust(publisher, true)).json.body.trusted).toBe(true);
    expect((await trust(publisher, true)).status).toBe(200);
    const found = await studio.call("GET", "admin/users?trusted==true", bearer(admin.token));
    expect(found.json.body.data.map(({ id }: Person) => id)).toEqual([publisher.id]);
    const shown = await publicSong(song);
    const { changes, close } = studio.watchPages();
    await rename(song, "At once");
    close();
    expect(changes).toEqual([[`song:${song}`, "list:song-names"]]);
    await sendArt(song, "#552211");
    await sendAudio(song, track("second"));
    const after = await publicSong(song);
    expect(after).toMatchObject({ name: "At once", duration: 2 });
    const items = (await listed("APPLIED")).filter(({ song: { id } }) => id === song);
    expect(items).toMatchObject([
      {
        recording: {
          before: { uri: null },
          after: { uri: after.audio_uri, duration: expect.closeTo(2, 0) },
        },
      },
      { artwork: { before: shown.image, after: after.image } },
      {
        title: { before: "Salt Meridian", after: "At once" },
        state: "APPLIED",
        decided_by: null,
        publisher: { id: publisher.id },
      },
    ]);
    expect((await approve(items[0])).json.code).toBe("E0078");
    await trust(publisher, false);
    expect((await rename(song, "Reviewed")).json.body).toMatchObject({
      name: "At once",
      changes: [{ title: "Reviewed" }],
    });
    const events = (await studio.events(publisher.id)).slice(before);
    expect(events.map(({ kind }) => kind).filter((kind) => /trusted|applied/.test(kind))).toEqual([
      "publisher-trusted",
      "change-applied",
      "change-applied",
      "change-applied",
      "publisher-untrusted",
    ]);
    expect(events.find(({ kind }) => kind === "publisher-trusted")?.detail).toEqual({ by: admin.id });
  });

  it("is anyone where the site does not review listings", async () => {
    const song = await addListed();
    await setReview("auto");
    const { json } = await rename(song, "Open");
    await setReview("manual");
    expect(json.body).toMatchObject({ name: "Open", changes: [] });
    expect(await statesOf(song)).toEqual(["TITLE APPLIED"]);
  });
});

describe("a decision", () => {
  it("is made once by two administrators, and either the withdrawal or the approval counts", {
    retry: 0,
  }, async () => {
    for (const second of [approve, reject, withdraw] as const) {
      const song = await addListed();
      const [change] = (await rename(song, "Twice")).json.body.changes;
      const results = await Promise.all([approve(change), second(change)]);
      expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(results.find(({ status }) => status === 409)?.json.code).toBe("E0078");
      const isApproved = results[0].status === 200 || second === approve;
      expect((await publicSong(song)).name).toBe(isApproved ? "Twice" : "Salt Meridian");
      expect(await ownSong(song)).toMatchObject({ changes: [] });
    }
  });

  it("about a change that is replaced at the same instant is refused, and the newer change waits", {
    retry: 0,
  }, async () => {
    const { db } = studio.context;
    const song = await addListed();
    const [change] = (await rename(song, "Older")).json.body.changes;
    const tx = await db.startTransaction().execute();
    await sql`select from song where id = ${song} for update`.execute(tx);
    const newer = rename(song, "Newer");
    await waitUntilBlocked(db, 1);
    const decision = approve(change);
    await waitUntilBlocked(db, 2);
    await tx.rollback().execute();
    expect((await newer).json.body).toMatchObject({ name: "Salt Meridian", changes: [{ title: "Newer" }] });
    expect((await decision).json.code).toBe("E0078");
    expect((await publicSong(song)).name).toBe("Salt Meridian");
  });

  it("waits while the wrap is restricted", async () => {
    const { db } = studio.context;
    const song = await addListed();
    const [change] = (await sendArt(song, "#660066")).json.body.changes;
    const { rows } = await sql<{ id: string }>`
      insert into restriction (kind, target, ground, basis, reason, since)
      values ('wrap', ${String(song)}, 'law', 'A law', 'A reason', now()) returning id`.execute(db);
    await sql`update song set status = status where id = ${song}`.execute(db);
    expect((await listed("WAITING")).filter(({ id }) => id === change.id)).toEqual([]);
    expect((await approve(change)).json.code).toBe("E0079");
    expect((await studio.inject({ url: `/images/${change.image.id}/480.jpeg` })).statusCode).not.toBe(200);
    expect((await rename(song, "Meanwhile")).json.body.changes).toHaveLength(2);
    await sql`update restriction set ended_at = now() where id = ${rows[0]?.id}`.execute(db);
    await sql`update song set status = status where id = ${song}`.execute(db);
    expect((await publicSong(song)).name).toBe("Salt Meridian");
    expect((await approve(change)).status).toBe(200);
    expect((await publicSong(song)).image.id).toBe(change.image.id);
  });

  it("is for administrators with a session, and a withdrawal for the publisher and their editors", async () => {
    const song = await addListed();
    const [change] = (await rename(song, "Mine")).json.body.changes;
    const stranger = await studio.addPublisher({ name: "Halden Maar" });
    const reader = await studio.join();
    await sql`
      insert into account_member (account_id, member_id, role, invited_at, accepted_at)
      values (${publisher.id}, ${reader.id}, 'READER', now(), now())`.execute(studio.context.db);
    const asReader = { headers: { ...bearer(reader.token).headers, "x-wrap-account": publisher.id } };
    const { json: keys } = await studio.call("PATCH", "provider/keys", bearer(publisher.token));
    const payload = { decision: "APPROVED" };
    const statuses = await Promise.all([
      studio.call("GET", "admin/changes"),
      studio.call("GET", "admin/changes", bearer(publisher.token)),
      studio.call("GET", "admin/changes", basicAuth(keys.body)),
      studio.call("POST", `admin/change/${change.id}`, { payload }),
      studio.call("POST", `admin/change/${change.id}`, { ...bearer(publisher.token), payload }),
      studio.call("POST", `admin/change/${change.id}`, { ...basicAuth(keys.body), payload }),
      decide({ id: "999999999" }, payload),
      decide({ id: "x" }, payload),
      studio.call("DELETE", `change/${change.id}`),
      withdraw(change, stranger),
      studio.call("DELETE", `change/${change.id}`, asReader),
      studio.call("GET", "admin/changes?state==NONE", bearer(admin.token)),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([
      401, 403, 403, 401, 403, 403, 404, 400, 401, 404, 403, 400,
    ]);
    await sql`update account_member set role = 'EDITOR' where member_id = ${reader.id}`.execute(
      studio.context.db,
    );
    expect((await studio.call("DELETE", `change/${change.id}`, asReader)).json.body.changes).toEqual([]);
    const { detail } = (await studio.events(publisher.id)).at(-1) ?? {};
    expect(detail).toMatchObject({ by: reader.id, field: "TITLE" });
  });
});

describe("the files of a change", () => {
  const collect = async () => {
    for (const wait of [0, DAY_S + 1]) {
      studio.context.clock.move(wait);
      await sql`select graphile_worker.add_job('collect-files', '{}'::json)`.execute(studio.context.db);
      await studio.runDueJobs();
    }
  };
  const isStored = async (imageId: string | undefined, uri: string) => {
    const { rows } = await sql<{ image: boolean; audio: boolean }>`
      select exists (select from image where id = ${imageId}) as image,
        exists (select from audio_file where key like '%' || ${uri.slice(uri.lastIndexOf("/") + 1)}) as audio`.execute(
      studio.context.db,
    );
    return rows[0];
  };

  it("are kept and counted while it waits, and deleted after its rejection, its withdrawal or the deletion of its wrap", async () => {
    const owner = await studio.addPublisher();
    await makePremium(studio, owner);
    const used = async () => (await studio.call("GET", "my/storage", bearer(owner.token))).json.body.used;
    const ends = {
      rejection: async (song: number) => {
        for (const change of (await ownSong(song, owner)).changes)
          expect((await reject(change)).status).toBe(200);
      },
      withdrawal: async (song: number) => {
        for (const change of (await ownSong(song, owner)).changes)
          expect((await withdraw(change, owner)).status).toBe(200);
      },
      deletion: async (song: number) => {
        await studio.call("DELETE", `song/${song}`, bearer(owner.token));
        expect(await statesOf(song)).toEqual([]);
      },
    };
    const songs = [];
    for (const end of Object.values(ends)) {
      const song = await addListed("ACTIVE", owner);
      const before = await used();
      await sendArt(song, `#77${(++files).toString(16).padStart(4, "0")}`, owner);
      await sendAudio(song, track("first"), owner);
      expect(await used()).toBeGreaterThan(before);
      const uri = (await studio.call("GET", `my/song/${song}`, bearer(owner.token))).json.body.audio.uri;
      songs.push({ song, end, uri, imageId: (await ownSong(song, owner)).changes[0]?.image?.id });
    }
    await collect();
    for (const { imageId, uri } of songs)
      expect(await isStored(imageId, uri)).toEqual({ image: true, audio: true });
    for (const { song, end } of songs) await end(song);
    expect(await used()).toBeLessThan(10_000);
    await collect();
    for (const { imageId, uri } of songs)
      expect(await isStored(imageId, uri)).toEqual({ image: false, audio: false });
  });

  it("go with their record a year after the decision", async () => {
    const owner = await studio.addPublisher();
    const song = await addListed("ACTIVE", owner);
    await rename(song, "Old", owner);
    await withdraw((await ownSong(song, owner)).changes[0], owner);
    const waiting = await addListed("ACTIVE", owner);
    await rename(waiting, "Waits", owner);
    studio.context.clock.move(366 * DAY_S);
    await sql`select graphile_worker.add_job('delete-old-changes', '{}'::json)`.execute(studio.context.db);
    await studio.runDueJobs();
    expect([await statesOf(song), await statesOf(waiting)]).toEqual([[], ["TITLE WAITING"]]);
  });
});
