import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { createServer } from "../../../server.ts";
import { largeTestDatabase, type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { showSimilarSongs } from "./songs.ts";

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  app = await createServer(database.context, { site: false });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

type Options = Parameters<typeof addSong>[1] & { tags?: string[]; hasAudio?: boolean };

async function addTaggedSong({ tags = [], hasAudio = true, ...options }: Options = {}): Promise<number> {
  const { db } = database.context;
  const id = await addSong(db, options);
  const key = hasAudio ? `aa/${String(id).padStart(64, "0")}.mp3` : null;
  await sql`update song set audio_key = ${key} where id = ${id}`.execute(db);
  await sql`
    insert into song_tag (song_id, position, tag) select ${id}, place, tag
    from unnest(${tags}::text[]) with ordinality as given (tag, place)`.execute(db);
  return id;
}

async function get(path: string) {
  const answer = await app.inject({ method: "GET", url: `/api/v1/${path}` });
  const { body, code, errors } = answer.json();
  const ids: number[] = body?.data?.map(({ id }: { id: number }) => id) ?? [];
  return { status: answer.statusCode, code, errors, ids };
}

describe("songs to continue with", () => {
  it("share most tags, whatever their spelling, then are by the same artist, then any others", async () => {
    await sql`update song set status = 'HIDDEN'`.execute(database.context.db);
    const origin = await addTaggedSong({ artist: "Ada Orr", tags: ["Ambient", "Tape"] });
    const any = await addTaggedSong({ artist: "Bo Lind" });
    const same = await addTaggedSong({ artist: "Ada Orr" });
    const one = await addTaggedSong({ artist: "Cy Marsh", tags: ["tape"] });
    const both = await addTaggedSong({ artist: "Di Falk", tags: ["TAPE", "-Ambient-", "slow"] });
    expect((await get(`song/${origin}/similar`)).ids).toEqual([both, one, same, any]);
    expect((await get(`song/${origin}/similar?limit=2`)).ids).toEqual([both, one]);
    const afterTwo = await get(`song/${origin}/similar?exclude=${both},${same}`);
    expect(afterTwo.ids).toEqual([one, any]);
  });

  it("are public and have audio", async () => {
    const tags = ["Hidden things"];
    const origin = await addTaggedSong({ tags });
    const unheard = [
      await addTaggedSong({ tags, status: "HIDDEN" }),
      await addTaggedSong({ tags, status: "DRAFT" }),
      await addTaggedSong({ tags, hasAudio: false }),
    ];
    const { ids } = await get(`song/${origin}/similar?limit=20`);
    expect(ids).not.toHaveLength(0);
    for (const id of [origin, ...unheard]) expect(ids).not.toContain(id);
  });

  it("end once everything was played, and are asked of public songs alone", async () => {
    const origin = await addTaggedSong();
    const { rows } = await sql<{ id: number }>`select id from song`.execute(database.context.db);
    const all = rows.map(({ id }) => id).join();
    expect(await get(`song/${origin}/similar?exclude=${all}`)).toMatchObject({ status: 200, ids: [] });
    const hidden = await addTaggedSong({ status: "HIDDEN" });
    for (const reference of [hidden, 99_999, "no-such-wrap"])
      expect(await get(`song/${reference}/similar`)).toMatchObject({ status: 404, code: "E0001" });
  });

  it("name the setting that is wrong", async () => {
    const origin = await addTaggedSong();
    const tooMany = Array.from({ length: 201 }, (_, at) => at + 1).join();
    for (const exclude of ["1,two", "1,,2", "12345678901", tooMany])
      expect(await get(`song/${origin}/similar?exclude=${exclude}`)).toMatchObject({
        status: 400,
        errors: [{ field: "exclude" }],
      });
    expect(await get(`song/${origin}/similar?limit=0`)).toMatchObject({ errors: [{ field: "limit" }] });
  });
});

it("songs to continue with are found among 10,000 of one tag and artist without reading them all", async () => {
  const large = await largeTestDatabase();
  try {
    const { db } = large.context;
    await sql`update song set audio_key = 'aa/' || lpad(id::text, 64, '0') || '.mp3'`.execute(db);
    await sql`insert into song_tag (song_id, position, tag) select id, 0, 'Common' from song`.execute(db);
    await sql`vacuum analyze song, song_tag`.execute(db);
    const { rows } = await sql<{ id: number }>`select id from song where name like '%Nr777'`.execute(db);
    const plans = await explainQueries(large.url, (replica) =>
      showSimilarSongs({ ...large.context, db: replica, replica }, String(rows[0]?.id), { limit: 5 }),
    );
    expect(plans.scanned).toEqual([]);
    expect(plans.indexes).toEqual(expect.arrayContaining(["song_tag_named", "song_playable"]));
    expect(plans.blocks).toBeLessThan(600);
  } finally {
    await large.close();
  }
});
