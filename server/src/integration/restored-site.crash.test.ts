import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seedDemo } from "../../../demo/seed.ts";
import { runCommand } from "../cli/run-command.ts";
import type { Context } from "../platform/context.ts";
import { type Database, openDatabase, sql } from "../platform/database/database.ts";
import { createEncryption, openEncryption } from "../platform/security/encryption.ts";
import { openDiskStorage } from "../platform/storage/disk.ts";
import { openS3Storage, type S3Settings } from "../platform/storage/s3.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { createServer } from "../server.ts";
import { query, withDatabase } from "../testing/database/setup.ts";
import {
  basicAuth,
  bearer,
  makePremium,
  openPeople,
  type People,
  password,
} from "../testing/fixtures/people.ts";
import { startLoopbackS3 } from "../testing/media/loopback-s3.ts";

const SECRET_KEY = Buffer.alloc(32, 9).toString("base64");
const OLD_URL = "http://localhost";
const NEW_URL = "https://restored.example";

let people: People;
let folder: string;
let s3: { settings: S3Settings; stop(): Promise<void> };
let admin: string;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  people = await openPeople();
  Object.assign(people.context, { encryption: createEncryption(Buffer.from(SECRET_KEY, "base64")) });
  folder = await mkdtemp(join(tmpdir(), "restored-"));
  s3 = await startLoopbackS3(join(folder, "s3"));
  admin = process.env.TEST_DATABASE_URL ?? "";
  await seedDemo(people.context);
  await sql`insert into wrap_token (song_id, network, state, owner, in_custody, use_ipfs, asked_at)
    select id, 'LINEA', 'MINTED', '0x00000000000000000000000000000000000000aa', false, false, now() from song
    where status = 'ACTIVE' and image_id is not null order by id limit 3`.execute(people.context.db);
  await sql`update song set nft_confirmed = true where id in (select song_id from wrap_token)`.execute(
    people.context.db,
  );
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  await people.close();
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const sourceUrl = async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(people.context.db);
  return withDatabase(admin, rows[0]?.name ?? "");
};

const s3Variables = (prefix: string) => ({
  [`${prefix}ENDPOINT`]: s3.settings.endpoint ?? "",
  [`${prefix}ACCESS_KEY_ID`]: "S3RVER",
  [`${prefix}SECRET_ACCESS_KEY`]: "S3RVER",
  [`${prefix}PATH_STYLE`]: "1",
});

async function run(environment: Record<string, string>, ...args: string[]): Promise<void> {
  const errors: string[] = [];
  const output = { print: () => undefined, printError: (line: string) => void errors.push(line) };
  expect([await runCommand(args, environment, output), errors.join("\n")]).toEqual([0, expect.anything()]);
}

/** Each file that the load stores is backed up once and restored twice. */
const LOAD_PAUSE_MS = 100;

/** Adds an account, a song with its own file and a payment in one transaction, again and again. */
function startLoad(): { stop(): Promise<number> } {
  let isStopped = false;
  const write = async (writer: number) => {
    for (let turn = 0; ; turn += 1) {
      if (isStopped) return turn;
      const name = `load ${writer}-${turn}`;
      const { key } = await people.context.storage.put(Buffer.from(name), {
        extension: "mp3",
        contentType: "audio/mpeg",
      });
      await people.context.db.transaction().execute(async (tx) => {
        await sql`insert into account (email, name) values (${`${writer}-${turn}@load.example`}, ${name})`.execute(
          tx,
        );
        await sql`insert into song (pretty_id, artist_id, artist, name, duration, status, audio_key)
          select ${`load-${writer}-${turn}`}, min(id), 'Load', ${name}, 1, 'DRAFT', ${key} from artist`.execute(
          tx,
        );
        await sql`insert into payment (id, kind, reference, title, amount_cents, platform_fee_cents, provider, state, created_at, expires_at, checked_at)
          values (gen_random_uuid(), 'PARTICIPATION', ${name}, ${name}, 700, 49, 'SANDBOX', 'PAID', now(), now(), now())`.execute(
          tx,
        );
      });
      await sleep(LOAD_PAUSE_MS);
    }
  };
  const writers = Promise.all([0, 1, 2].map(write));
  return {
    async stop() {
      isStopped = true;
      return (await writers).reduce((sum, turns) => sum + turns, 0);
    },
  };
}

/** Opens a restored site with the keys that the restore stored in its data directory. */
async function openRestored(
  url: string,
  dataDir: string,
  storage: Storage,
): Promise<{ app: FastifyInstance; db: Database }> {
  const { db, close } = openDatabase({ url, size: 5, onError: () => undefined });
  const encryption = await openEncryption({ secretKey: undefined, previousSecretKeys: [], dataDir });
  const context: Context = { ...people.context, db, replica: db, storage, encryption, publicUrl: NEW_URL };
  const app = await createServer(context, { site: false });
  stops.push(
    close,
    () => storage.close(),
    () => app.close(),
  );
  return { app, db };
}

async function createDatabase(name: string): Promise<string> {
  await query(admin, `create database ${name}`);
  stops.unshift(() => query(admin, `drop database ${name} with (force)`));
  return withDatabase(admin, name);
}

const digest = (body: Buffer) => createHash("sha256").update(body).digest("hex");

/** The answers of a site to the requests of a visitor, with its address left out. */
async function collectAnswers(inject: FastifyInstance["inject"], url: string, paths: readonly string[]) {
  const answers: Record<string, string> = {};
  for (const path of paths) {
    const { statusCode, rawPayload, headers } = await inject({ method: "GET", url: path });
    const isText = /json/.test(String(headers["content-type"]));
    const body = isText ? Buffer.from(rawPayload.toString().replaceAll(url, "")) : rawPayload;
    answers[path] = `${statusCode} ${digest(body)}`;
  }
  return answers;
}

async function readTotals(db: Database) {
  const { rows } = await sql<Record<string, number>>`
    select (select sum(amount_cents)::int from payment where title not like 'load %') as paid,
      (select sum(platform_fee_cents)::int from payment where title not like 'load %') as fees,
      (select coalesce(sum(points), 0)::int from point_entry) as points,
      (select count(*)::int from song where artist <> 'Load') as songs`.execute(db);
  return rows[0];
}

it("a backup under load gives the same site at another address, on disk and in a bucket", async () => {
  const { context } = people;
  const person = await people.join();
  await makePremium(people, person);
  const keys = (await people.call("PATCH", "provider/keys", bearer(person.token))).json.body;
  const load = startLoad();
  const source = {
    DATABASE_URL: await sourceUrl(),
    DATA_DIR: context.config.dataDir,
    PUBLIC_URL: OLD_URL,
    SECRET_KEY,
    BACKUP_DIR: "s3://files/backups",
    BACKUP_PASSPHRASE: "seven tall windows",
    ...s3Variables("BACKUP_S3_"),
  };
  await run(source, "backup");
  const turns = await load.stop();
  expect(turns).toBeGreaterThan(10);
  await run(source, "backup", "--verify");

  const { json } = await people.call("GET", "songs?limit=20");
  const songs: { id: number; audio_uri: string | null; image: { uri?: string } | null }[] = json.body.data;
  const files = JSON.stringify(json.body).match(/\/(audio|images?)\/[\w./-]+/g) ?? [];
  const { rows: tokens } = await sql<{ id: number }>`select song_id as id from wrap_token`.execute(
    context.db,
  );
  const paths = [
    "/api/v1/songs?limit=20",
    "/metadata/wraps",
    ...tokens.map(({ id }) => `/metadata/wraps/${id}`),
    ...new Set(files),
    ...songs.map(({ id }) => `/api/v1/song/${id}?detail=true`),
  ];
  const expected = await collectAnswers(people.inject as FastifyInstance["inject"], OLD_URL, paths);
  expect(files.length).toBeGreaterThan(10);
  expect(Object.values(expected).filter((answer) => !answer.startsWith("200"))).toEqual([]);

  const machines = [
    {
      name: "restored_disk",
      variables: {},
      open: (dataDir: string) => openDiskStorage(join(dataDir, "files")),
    },
    {
      name: "restored_s3",
      variables: { S3_BUCKET: "files", ...s3Variables("S3_") },
      open: (dataDir: string) => openS3Storage(s3.settings, join(dataDir, "spool")),
    },
  ];
  for (const { name, variables, open } of machines) {
    const url = await createDatabase(`wrapsody_${name}_${process.pid}`);
    const dataDir = join(folder, name);
    const { SECRET_KEY: _, ...target } = source;
    await run(
      { ...target, ...variables, DATABASE_URL: url, DATA_DIR: dataDir, PUBLIC_URL: NEW_URL },
      "restore",
    );
    const { app, db } = await openRestored(url, dataDir, await open(dataDir));
    const inject = app.inject.bind(app) as FastifyInstance["inject"];
    expect(await collectAnswers(inject, NEW_URL, paths)).toEqual(expected);
    const login = await app.inject({
      method: "POST",
      url: "/api/v1/auth",
      payload: { username: person.email, password },
    });
    expect(login.statusCode).toBe(200);
    const me = await app.inject({ method: "GET", url: "/api/v1/me", ...basicAuth(keys) });
    expect(me.json().body).toMatchObject({ id: person.id });
    expect(await readTotals(db)).toEqual(await readTotals(context.db));
    const { rows } = await sql<{ accounts: number; songs: number; cents: number; keys: string[] }>`
      select (select count(*)::int from account where email like '%@load.example') as accounts,
        count(*)::int as songs, (select coalesce(sum(amount_cents), 0)::int / 700 from payment where title like 'load %') as cents,
        array_agg(audio_key) as keys
      from song where artist = 'Load'`.execute(db);
    const [loaded] = rows;
    expect(loaded).toMatchObject({ songs: loaded?.accounts, cents: loaded?.accounts });
    expect(loaded?.accounts).toBeLessThanOrEqual(turns);
    const storage = await open(dataDir);
    for (const key of loaded?.keys ?? []) expect(await storage.stat(key)).toBeDefined();
    await storage.close();
  }
});
