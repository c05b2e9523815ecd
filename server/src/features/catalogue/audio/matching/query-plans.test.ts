import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../../testing/database/database.ts";
import { explainQueries } from "../../../../testing/database/query-plans.ts";
import { addSong } from "../../../../testing/fixtures/songs.ts";
import { listStaleFiles } from "../audio-files.data.ts";
import { listCandidates } from "./matches.data.ts";

const recordings = 2_000;
const otherOwnerId = "00000000-0000-0000-0000-000000000000";
let database: TestDatabase;

/** Each recording has 119 terms of its own and one that all of them have: 16. */
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database.context;
  await addSong(db);
  await sql`
    insert into audio_file (key, state, bytes, duration, bit_rate, sample_rate, channels, fingerprint, terms, created_at)
    select 'k' || n, 'READY', 1, 1, 1, 1, 1, 'AQAB', array(select n * 16000 + 16 * i from generate_series(1, 119) i) || 16, now()
    from generate_series(1, ${recordings}::int) n`.execute(db);
  await sql`
    insert into song (pretty_id, artist_id, artist, name, audio_key, status)
    select 'copy-' || n, s.artist_id, s.artist, s.name, 'k' || n, 'ACTIVE' from song s, generate_series(1, ${recordings}::int) n`.execute(
    db,
  );
  for (const table of ["audio_file", "song"]) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
});
afterAll(() => database.close());

describe("among 2,000 recordings", () => {
  it("those with most in common are found by their terms alone, however many there are of each", async () => {
    const terms = [...Array.from({ length: 900 }, (_, i) => 77 * 16_000 + 16 * (i + 1)), 16];
    const found: string[] = [];
    const plans = await explainQueries(database.url, async (db) => {
      const candidates = await listCandidates(db, { key: "k1", terms, ownerId: otherOwnerId });
      found.push(...candidates.map(({ key }) => key));
    });
    expect(found[0]).toBe("k77");
    expect(found.length).toBeLessThanOrEqual(40);
    expect(plans.indexes).toContain("audio_file_terms");
    expect(plans.scanned).not.toContain("audio_file");
    expect(plans.blocks).toBeLessThan(8_000);
  });

  it("stale files are found through the songs that wait for them", async () => {
    const plans = await explainQueries(database.url, (db) => listStaleFiles(db, new Date()));
    expect(plans.scanned).toEqual([]);
    expect(plans.blocks).toBeLessThan(100);
  });
});
