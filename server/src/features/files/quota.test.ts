import { QUOTA_EXCEEDED } from "@wrapsody/shared/api/media.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { bearer, type Person } from "../../testing/fixtures/people.ts";
import { openStudio, pngFile, type Studio } from "../../testing/fixtures/studio.ts";
import { multipart } from "../../testing/http/multipart.ts";
import { audioFile, sample } from "../../testing/media/mp3s.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());
beforeEach(() => setQuota(0));

const setQuota = (bytes: number) => {
  studio.context.config.files.quotaBytes = bytes;
};
const usage = async ({ token }: Person) => (await studio.call("GET", "my/storage", bearer(token))).json.body;
const sendAudio = (person: Person, song: number, name: string) =>
  studio.call(
    "PATCH",
    `song/${song}/audio`,
    multipart({ audio: audioFile(sample(name)) }, bearer(person.token).headers),
  );
const sendArtwork = (person: Person, song: number, colour: string) =>
  studio.call(
    "PATCH",
    `song/${song}/art`,
    multipart({ artwork: pngFile(400, 400, colour) }, bearer(person.token).headers),
  );
const exceeded = (field: string) => ({
  code: "E0050",
  errors: [{ field, message: QUOTA_EXCEEDED }],
});

describe("the storage quota of an account", () => {
  it("is shown to the account only", async () => {
    const publisher = await studio.addPublisher({ image: pngFile(400, 400, "#010101") });
    expect(await usage(publisher)).toEqual({ used: expect.any(Number), quota: null, available: null });
    const { used } = await usage(publisher);
    setQuota(used + 100);
    expect(await usage(publisher)).toEqual({ used, quota: used + 100, available: 100 });
    setQuota(1);
    expect(await usage(publisher)).toEqual({ used, quota: 1, available: 0 });
    expect(await usage(await studio.join())).toEqual({ used: 0, quota: 1, available: 1 });
    expect((await studio.call("GET", "my/storage")).status).toBe(401);
  });

  it("rejects uploads beyond it at their field, and nothing is lost", async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher);
    expect((await sendAudio(publisher, song, "cbr-44100.mp3")).status).toBe(200);
    await studio.runDueJobs();
    const before = (await studio.call("GET", `my/song/${song}`, bearer(publisher.token))).json.body;
    setQuota((await usage(publisher)).used);
    const replaced = await sendAudio(publisher, song, "vbr-44100.mp3");
    expect([replaced.status, replaced.json]).toMatchObject([403, exceeded("audio")]);
    expect((await sendArtwork(publisher, song, "#020202")).json).toMatchObject(exceeded("artwork"));
    const created = await studio.sendSong(publisher, publisher.artist, {
      image: pngFile(400, 400, "#030303"),
    });
    expect(created.json).toMatchObject(exceeded("image"));
    const artist = await studio.call(
      "PATCH",
      `artist/${publisher.artist}`,
      multipart({ image: pngFile(400, 400, "#040404") }, bearer(publisher.token).headers),
    );
    expect(artist.json).toMatchObject(exceeded("image"));
    const campaign = multipart(
      { name: "Tide Tables", network: "LOCAL", promo_image: pngFile(400, 400, "#050505") },
      bearer(publisher.token).headers,
    );
    expect((await studio.call("POST", `drop/${song}`, campaign)).json).toMatchObject(exceeded("promo_image"));
    const after = (await studio.call("GET", `my/song/${song}`, bearer(publisher.token))).json.body;
    expect(after).toEqual(before);
    expect((await studio.call("GET", "my/songs", bearer(publisher.token))).json.body.total).toBe(1);
  });

  it("allows content that the account already has, and space that became free", async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher);
    await sendAudio(publisher, song, "cbr-44100.mp3");
    const { used } = await usage(publisher);
    setQuota(used);
    expect((await sendAudio(publisher, song, "cbr-44100.mp3")).status).toBe(200);
    const second = await studio.sendSong(publisher, publisher.artist);
    expect(second.status).toBe(200);
    expect((await usage(publisher)).used).toBe(used);
    expect((await studio.call("DELETE", `song/${song}`, bearer(publisher.token))).status).toBe(200);
    expect((await usage(publisher)).used).toBeLessThan(used);
    expect((await sendAudio(publisher, second.json.body.id, "cbr-44100.mp3")).status).toBe(200);
    expect((await usage(publisher)).used).toBe(used);
  });

  it("cannot be exceeded by two uploads at the same instant", { retry: 0 }, async () => {
    const publisher = await studio.addPublisher();
    const songs = [await studio.createDraft(publisher), await studio.createDraft(publisher)];
    const before = (await usage(publisher)).used;
    const [track, other] = [sample("cbr-44100.mp3"), sample("vbr-44100.mp3")];
    setQuota(before + Math.max(track.length, other.length));
    const answers = await Promise.all([
      sendAudio(publisher, songs[0] ?? 0, "cbr-44100.mp3"),
      sendAudio(publisher, songs[1] ?? 0, "vbr-44100.mp3"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const { used, quota } = await usage(publisher);
    expect(used).toBeLessThanOrEqual(quota);
  });

  it("is that of the owner, not of the platform's files", async () => {
    const [publisher, other] = [await studio.addPublisher(), await studio.addPublisher()];
    const { used } = await usage(publisher);
    const song = await studio.createDraft(other, {});
    await sendAudio(other, song, "cbr-44100.mp3");
    expect((await usage(publisher)).used).toBe(used);
    // Derived images do not count.
    const { rows } = await sql<{ image_id: string }>`select image_id from song where id = ${song}`.execute(
      studio.context.db,
    );
    const before = (await usage(other)).used;
    expect((await studio.inject({ url: `/images/${rows[0]?.image_id}/320.webp` })).statusCode).toBe(200);
    expect((await usage(other)).used).toBe(before);
  });
});
