import { tsvOf } from "@wrapsody/shared/studio/import-rows.ts";
import { importColumns } from "@wrapsody/shared/studio/imports.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { bearer, makePremium, openPeople, type People } from "../../testing/fixtures/people.ts";
import { multipart } from "../../testing/http/multipart.ts";

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.close());

test("a bulk import of 5,000 lines needs little memory", async () => {
  const publisher = await people.join();
  await makePremium(people, publisher);
  const { db } = people.context;
  await sql`insert into import_invitation (account_id, invited_at) values (${publisher.id}, now())`.execute(
    db,
  );
  await sql`insert into artist (artist_clean_id, name, owner_id) values ('ada-lem', 'Ada Lem', ${publisher.id})`.execute(
    db,
  );
  const rows = Array.from({ length: 5_000 }, (_, index) => ({
    artist: "Ada Lem",
    title: `Song ${index}`,
    description: "y".repeat(700),
    album: "Everything",
    track_number: String(index + 1),
    credits: "COMPOSER: Ada Lem; WRITER: Jo Fen",
    owners: "Ada Lem 50/50; Jo Fen 50/50",
    genres: "Ambient; Piano",
  }));
  const content = Buffer.from(`\uFEFF${tsvOf(importColumns.SONGS, rows)}`, "utf16le");
  const before = process.memoryUsage.rss();
  let peakBytes = before;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, 20);
  const form = multipart(
    { dry_run: "false", tsvImport: { content, fileName: "songs.tsv" } },
    bearer(publisher.token).headers,
  );
  const { status, json } = await people.call("POST", "song/import", form);
  clearInterval(watch);
  expect(status).toBe(200);
  expect(json.body.errors).toEqual([]);
  expect(json.body.saved).toHaveLength(5_000);
  // Far above the need, because the garbage collector decides when memory is returned.
  expect((peakBytes - before) / 2 ** 20).toBeLessThan(400);
});
