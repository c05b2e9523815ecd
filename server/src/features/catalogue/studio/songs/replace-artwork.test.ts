import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { bearer, makePremium, type Person } from "../../../../testing/fixtures/people.ts";
import { openStudio, pngFile, type Studio } from "../../../../testing/fixtures/studio.ts";
import { type FileSent, multipart } from "../../../../testing/http/multipart.ts";

type Publisher = Person & { artist: number };

let studio: Studio;
let publisher: Publisher;
beforeAll(async () => {
  studio = await openStudio();
  publisher = await studio.addPublisher();
  await makePremium(studio, publisher);
});
afterAll(() => studio.close());

const replace = ({ token }: { token: string }, song: string | number, artwork?: FileSent) =>
  studio.call("PATCH", `song/${song}/art`, multipart({ artwork }, bearer(token).headers));

async function imageOf(song: number): Promise<string | null> {
  const { rows } = await sql<{ image_id: string | null }>`
    select image_id from song where id = ${song}`.execute(studio.context.db);
  return rows[0]?.image_id ?? null;
}

async function setStatus(song: number, status: string): Promise<void> {
  await sql`update song set status = ${status} where id = ${song}`.execute(studio.context.db);
}

describe("a publisher who replaces the artwork of a wrap", () => {
  it("sees the new one, and so does everybody once the wrap is public", async () => {
    const song = await studio.createDraft(publisher);
    const before = await imageOf(song);
    const { status, json } = await replace(publisher, song, pngFile(700, 700, "#115577"));
    expect(status).toBe(200);
    expect(json.body).toMatchObject({ id: song, status: "DRAFT", image: { width: 700, height: 700 } });
    expect(json.body.image.id).not.toBe(before);
    await setStatus(song, "ACTIVE");
    const page = await studio.call("GET", `song/${song}`);
    expect(page.json.body.song.image).toEqual(json.body.image);
  });

  it("may name it by its link, and send the same again", async () => {
    const song = await studio.createDraft(publisher, { name: "Named By Link" });
    const first = await replace(publisher, "named-by-link", pngFile(500));
    const repeated = await replace(publisher, song, pngFile(500));
    expect([first.status, repeated.status]).toEqual([200, 200]);
    expect(repeated.json.body.image).toEqual(first.json.body.image);
  });

  it("twice at the same instant has one of the two, whole", { retry: 0 }, async () => {
    const song = await studio.createDraft(publisher);
    const answers = await Promise.all(
      ["#220000", "#002200", "#000022", "#222200"].map((colour) =>
        replace(publisher, song, pngFile(450, 450, colour)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const sent = answers.map(({ json }) => json.body.image.id);
    expect(new Set(sent).size).toBe(4);
    expect(sent).toContain(await imageOf(song));
  });

  it("needs a session and a file", async () => {
    const song = await studio.createDraft(publisher);
    const before = await imageOf(song);
    const anonymous = await studio.call("PATCH", `song/${song}/art`, multipart({ artwork: pngFile() }));
    expect([anonymous.status, anonymous.json.code]).toEqual([401, "E0002"]);
    const asJson = await studio.call("PATCH", `song/${song}/art`, {
      ...bearer(publisher.token),
      payload: {},
    });
    expect([asJson.status, asJson.json.code]).toEqual([415, "E0009"]);
    expect(await imageOf(song)).toBe(before);
  });

  it("is its owner: for everybody else it is not there", async () => {
    const song = await studio.createDraft(publisher);
    await setStatus(song, "ACTIVE");
    const before = await imageOf(song);
    const other = await studio.addPublisher();
    for (const reference of [song, 999_999, "not-there", "-1", "1e3"]) {
      const { status, json } = await replace(other, reference, pngFile(600));
      expect([status, json.code]).toEqual([404, "E0001"]);
    }
    expect(await imageOf(song)).toBe(before);
  });

  it("does not find one that was deleted", async () => {
    const song = await studio.createDraft(publisher);
    await setStatus(song, "DELETED");
    expect((await replace(publisher, song, pngFile(600))).status).toBe(404);
  });

  it.each<[string, FileSent | undefined, number, string]>([
    ["no file", undefined, 400, studioTexts.noFile],
    ["an empty file", { content: Buffer.alloc(0) }, 400, studioTexts.noFile],
    ["a GIF", { content: Buffer.from("GIF89a...") }, 400, studioTexts.wrongImageOnManage],
    ["a picture that is not square", pngFile(500, 400), 400, studioTexts.notSquare],
    ["a picture that is too small", pngFile(399), 400, studioTexts.tooSmall],
    ["a file above 2 MB", { content: Buffer.alloc(2_000_001) }, 413, studioTexts.wrongImageOnManage],
  ])("gets an error for %s, and keeps the artwork that was there", async (_, artwork, status, message) => {
    const song = await studio.createDraft(publisher);
    const before = await imageOf(song);
    const answer = await replace(publisher, song, artwork);
    expect([answer.status, answer.json.errors]).toEqual([status, [{ field: "artwork", message }]]);
    expect(await imageOf(song)).toBe(before);
  });
});

describe("cached pages", () => {
  it("are rendered again for a public wrap only", async () => {
    const song = await studio.createDraft(publisher);
    const pages = studio.watchPages();
    expect((await replace(publisher, song, pngFile(640))).status).toBe(200);
    await setStatus(song, "ACTIVE");
    expect((await replace(publisher, song, pngFile(660))).status).toBe(200);
    expect(pages.changes).toEqual([[`song:${song}`]]);
    pages.close();
  });
});
