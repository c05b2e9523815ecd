import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { createServer } from "../../../server.ts";
import { bearer, openPeople, type People, type Person } from "../../../testing/fixtures/people.ts";

let people: People;
let app: Awaited<ReturnType<typeof createServer>>;
beforeAll(async () => {
  people = await openPeople();
  app = await createServer(people.context, { site: false });
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  await people.close();
});

const WRAPS = 20_000;

test("an export of 20,000 wraps is complete, and needs little memory", async () => {
  const publisher = await people.join();
  const { db } = people.context;
  await sql`insert into artist (artist_clean_id, name, owner_id) values ('ada-lem', 'Ada Lem', ${publisher.id})`.execute(
    db,
  );
  for (let first = 1; first <= WRAPS; first += 5_000) {
    await sql`
      with added as (
        insert into song (pretty_id, artist_id, artist, name, duration, description, status)
        select 'song-' || n, a.id, a.name, 'Song ' || n, 200, repeat('y', 700), 'DRAFT'
        from artist a, generate_series(${first}::int, ${first + 4_999}::int) n where a.owner_id = ${publisher.id} returning id
      ) insert into song_credit (song_id, position, role, value) select id, 0, 'COMPOSER', 'Ada Lem' from added`.execute(
      db,
    );
  }
  await sql`analyze song, song_credit`.execute(db);
  const { bytes, lines, growthBytes } = await measureExport("my/songs/export", publisher, 1_000_000);
  expect(lines).toBe(WRAPS + 1);
  expect(bytes).toBeGreaterThan(15_000_000);
  expect(growthBytes).toBeLessThan(MAX_GROWTH_BYTES);
});

test("an archive of 500 wraps with artworks is complete, and needs little memory", async () => {
  const publisher = await people.join();
  const { db, storage } = people.context;
  const hashes: string[] = [];
  for (let at = 0; at < 20; at += 1) {
    const { key, hash } = await storage.put(randomBytes(PICTURE_BYTES), {
      extension: "png",
      contentType: "image/png",
    });
    await sql`insert into image (id, storage_key, width, height, thumbhash, ambient, on_ambient) values (${hash}, ${key}, 3000, 3000, '', '#000000', 'paper')`.execute(
      db,
    );
    hashes.push(hash);
  }
  await sql`insert into artist (artist_clean_id, name, owner_id) values ('jo-fen', 'Jo Fen', ${publisher.id})`.execute(
    db,
  );
  await sql`
    insert into song (pretty_id, artist_id, artist, name, duration, status, image_id)
    select 'archived-' || n, a.id, a.name, 'Song ' || n, 200, 'DRAFT', (${hashes}::text[])[1 + n % 20]
    from artist a, generate_series(1, ${ARCHIVED_WRAPS}::int) n where a.owner_id = ${publisher.id}`.execute(
    db,
  );
  const { bytes, growthBytes } = await measureExport("my/catalogue/export", publisher, 10_000_000);
  expect(bytes).toBeGreaterThan(ARCHIVED_WRAPS * PICTURE_BYTES);
  expect(growthBytes).toBeLessThan(MAX_GROWTH_BYTES);
});

const ARCHIVED_WRAPS = 500;
const PICTURE_BYTES = 400_000;
const MAX_GROWTH_BYTES = 5 * 2 ** 20;

/** Downloads an export, and compares the memory of the second half with that of the first. */
async function measureExport(path: string, { token }: Person, measureEveryBytes: number) {
  let [lines, bytes, measuredAt] = [0, 0, 0];
  const heapBytes: number[] = [];
  const { port } = app.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, bearer(token));
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    lines += chunk.filter((byte: number) => byte === 10).length;
    if (bytes - measuredAt < measureEveryBytes) continue;
    measuredAt = bytes;
    heapBytes.push(measureHeapBytes());
  }
  const middle = Math.floor(heapBytes.length / 2);
  return { bytes, lines, growthBytes: median(heapBytes.slice(middle)) - median(heapBytes.slice(0, middle)) };
}

/**
 * Returns the heap in use after a garbage collection, which would otherwise decide what is measured. Buffers of sockets, of which the
 * client of this test has as many, are outside of the heap.
 */
function measureHeapBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
