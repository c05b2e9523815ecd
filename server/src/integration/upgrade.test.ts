import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readStatement } from "../features/experiences/earnings/earnings.ts";
import { type Split, splitCents } from "../features/experiences/earnings/split.ts";
import type { Context } from "../platform/context.ts";
import { sql } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrate.ts";
import { migrateQueue } from "../platform/jobs/queue.ts";
import { createEncryption } from "../platform/security/encryption.ts";
import { createServer } from "../server.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";
import { query as runStatements } from "../testing/database/setup.ts";
import { runJobs } from "../testing/jobs.ts";
import { type ReceivedMails, receiveMails } from "../testing/mail.ts";

/** The SECRET_KEY of the filled database. */
const filledDatabaseKey = Buffer.alloc(32, "w");

/**
 * Replaces what a database contains by one that the program filled at commit 4451c07: the demo catalogue, and three readers with plays,
 * orders, a subscription and tokens. Statements of that commit's migrations and of its queue create the tables.
 */
async function loadFilledDatabase(url: string): Promise<void> {
  const file = await readFile(new URL("../testing/database/filled-4451c07.sql.gz", import.meta.url));
  const statements = (await promisify(gunzip)(file)).toString("utf8");
  await runStatements(url, "drop schema if exists public, graphile_worker cascade; create schema public");
  await runStatements(url, statements);
}

/** A database that was filled by an older version of the program is migrated to today's schema. */
let mails: ReceivedMails;
let database: TestDatabase;
let context: Context;
let before: Snapshot;
let earningsBefore: Earned[];
let albumRowsBefore: AlbumRow[];

beforeAll(async () => {
  mails = await receiveMails();
  database = await testDatabase({ SMTP_URL: mails.url, RATE_LIMITS: "0" });
  context = { ...database.context, encryption: createEncryption(filledDatabaseKey) };
  await loadFilledDatabase(database.url);
  before = await takeSnapshot();
  earningsBefore = await readEarningsBefore();
  albumRowsBefore = await query<AlbumRow>(`
    select t.song_id, s.artist_id, t.name, t.track_number, t.release_date, t.isrc from song_album t join song s on s.id = t.song_id
    order by t.song_id, t.position`);
  await migrate(database.url);
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  await migrateQueue(pool, context.log);
  await pool.end();
});

afterAll(async () => {
  await database.close();
  await mails.close();
});

/** An album as each wrap on it had it. */
type AlbumRow = {
  song_id: number;
  artist_id: number;
  name: string;
  track_number: number;
  release_date: string | null;
  isrc: string | null;
};

type Snapshot = {
  /** The columns of each table, and a hash of its rows. */
  tables: Map<string, { columns: string[]; rows: number; hash: string }>;
  files: string[];
};

/** Tables of which migrations change the rows, or which they replaced. */
const CHANGED_TABLES = [
  "schema_migration",
  // Gets the words of names, lyrics and credits.
  "search_word",
  ...["sandbox_checkout", "sandbox_invoice", "sandbox_payout_account", "sandbox_subscription"],
];

const query = async <Row>(statement: string): Promise<Row[]> =>
  (await sql.raw<Row>(statement).execute(context.db)).rows;

async function takeSnapshot(columnsOf?: Snapshot["tables"]): Promise<Snapshot> {
  const columns = await query<{ table_name: string; column_name: string; data_type: string }>(`
    select c.table_name, c.column_name, c.data_type from information_schema.columns c
    join pg_class r on r.oid = format('public.%I', c.table_name)::regclass
    where c.table_schema = 'public' and r.relkind = 'r' order by c.table_name, c.column_name`);
  const tables: Snapshot["tables"] = new Map();
  const files = new Set<string>();
  for (const [table, ofTable] of Map.groupBy(columns, ({ table_name }) => table_name)) {
    const names = ofTable.map(({ column_name }) => `"${column_name}"`);
    const compared = columnsOf?.get(table)?.columns ?? names;
    const [found] = await query<{ rows: number; hash: string }>(`
      select count(*)::int as rows, md5(coalesce(string_agg(md5(row::text), '' order by md5(row::text)), '')) as hash
      from (select ${compared.join(", ")} from public."${table}") as row`);
    tables.set(table, { columns: compared, rows: found?.rows ?? 0, hash: found?.hash ?? "" });
    const keys = await query<{ key: string }>(`
      select (regexp_matches(row::text, '[0-9a-f]{2}/[0-9a-f]{2}/[0-9a-f]{64}[.][a-z0-9]+', 'g'))[1] as key
      from public."${table}" as row`);
    for (const { key } of keys) files.add(key);
  }
  return { tables, files: [...files].sort() };
}

test("keeps every row and every reference to a file", async () => {
  expect(before.tables.get("song")?.rows).toBe(30);
  expect(before.tables.get("participant")?.rows).toBe(109);
  expect(before.files.length).toBeGreaterThan(300);
  const after = await takeSnapshot(before.tables);
  for (const [table, content] of before.tables)
    if (!CHANGED_TABLES.includes(table)) expect([table, after.tables.get(table)]).toEqual([table, content]);
  expect(after.files).toEqual(before.files);
});

test("gathers what wraps said of albums into albums, with every track number and ISRC", async () => {
  const tracks = await query<{
    song_id: number;
    album_id: number | null;
    track_number: number;
    isrc: string | null;
  }>(`
    select t.song_id, t.album_id, t.track_number, t.isrc from song_album t join song s on s.id = t.song_id
    join album a on a.id = t.album_id and a.artist_id = s.artist_id and a.name = t.name
      and a.release_date is not distinct from t.release_date
    order by t.song_id, t.position`);
  const kept = (rows: { song_id: number; track_number: number; isrc: string | null }[]) =>
    rows.map(({ song_id, track_number, isrc }) => `${song_id} ${track_number} ${isrc}`);
  expect(kept(tracks)).toEqual(kept(albumRowsBefore));
  expect(tracks.filter(({ isrc }) => isrc !== null).length).toBeGreaterThan(20);
  const keys = albumRowsBefore.map(
    ({ artist_id, name, release_date }) => `${artist_id} ${name} ${release_date}`,
  );
  expect(new Set(keys).size).toBeLessThan(keys.length);
  expect(new Set(tracks.map(({ album_id }) => album_id)).size).toBe(new Set(keys).size);
  const app = await createServer(context, { site: false });
  const [{ pretty_id } = { pretty_id: "" }] = await query<{ pretty_id: string }>(`
    select a.pretty_id from album a join song_album t on t.album_id = a.id join song s on s.id = t.song_id
    where s.status = 'ACTIVE' group by a.id order by count(*) desc, a.id limit 1`);
  const { body } = (await app.inject(`/api/v1/album/${pretty_id}`)).json();
  expect(body.tracks.length).toBeGreaterThan(1);
  await app.close();
});

test("gives the rows that a node of the version before writes their album", async () => {
  const [song] = await query<{ id: number }>("select min(id) as id from song");
  await query(`
    insert into song_album (song_id, position, name, track_number, release_date)
    values (${song?.id}, 8, 'Written Before', 1, '2020-02-02'), (${song?.id}, 9, 'Written Before', 2, '2020-02-02')`);
  const albums = await query("select pretty_id, name, release_date from album where name = 'Written Before'");
  expect(albums).toEqual([
    { pretty_id: "written-before", name: "Written Before", release_date: "2020-02-02" },
  ]);
});

test("keeps the totals of money, points and tokens", async () => {
  const payments = await query(
    "select kind, state, count(*)::int, sum(amount_cents)::int as cents from payment group by 1, 2 order by 1, 2",
  );
  expect(payments).toEqual([
    { kind: "PARTICIPATION", state: "OPEN", count: 1, cents: 450 },
    { kind: "PARTICIPATION", state: "PAID", count: 72, cents: 44_950 },
    { kind: "SUBSCRIPTION", state: "PAID", count: 1, cents: 1_000 },
  ]);
  const points = await query("select sum(points)::int as points from point_entry");
  expect(points).toEqual([{ points: 194 }]);
  expect(await query("select sum(points)::int as points from point_balance")).toEqual(points);
  expect(await query("select state, count(*)::int from participant group by 1")).toEqual([
    { state: "MINTED", count: 109 },
  ]);
});

/** Income of an owner from an experience in a month, in cents. `owner` is empty for the unassigned rest. */
type Earned = { payee: string; month: string; campaign: number; owner: string; cents: number };

/** Computes the statements of all publishers as the older version did: each order by the wrap's owners in `song_owner`. */
async function readEarningsBefore(): Promise<Earned[]> {
  const orders = await query<Omit<Earned, "owner" | "cents"> & { net: number; splits: Split[] }>(`
    select y.payee_id as payee, to_char(y.paid_at at time zone 'UTC', 'YYYY-MM') as month, c.id as campaign,
      y.amount_cents - y.platform_fee_cents
        - case when y.destination is null then coalesce(y.provider_fee_cents, 0) else 0 end as net,
      coalesce((select json_agg(json_build_object('name', o.name, 'points', o.royalty_points) order by o.position)
        from song_owner o where o.song_id = c.song_id), '[]') as splits
    from payment y join participation p on p.id::text = y.reference join campaign c on c.id = p.campaign_id
    where y.kind = 'PARTICIPATION' and y.paid_at is not null and y.payee_id is not null`);
  return sumEarned(
    orders.flatMap(({ net, splits, ...of }) => {
      const { shares, rest } = splitCents(net, splits);
      return [...shares, { name: "", share: rest }].map(({ name, share }) => ({
        ...of,
        owner: name,
        cents: share,
      }));
    }),
  );
}

function sumEarned(entries: readonly Earned[]): Earned[] {
  const sums = new Map<string, Earned>();
  for (const entry of entries) {
    const { cents, ...of } = entry;
    const key = JSON.stringify([of.payee, of.month, of.campaign, of.owner]);
    sums.set(key, { ...of, cents: (sums.get(key)?.cents ?? 0) + cents });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

test("keeps the statements of publishers to the cent, by splits that orders now refer to", async () => {
  expect(earningsBefore.length).toBeGreaterThan(10);
  const payees = [...new Set(earningsBefore.map(({ payee }) => payee))];
  const months = earningsBefore.map(({ month }) => month).sort();
  const range = { from: months[0], to: months.at(-1) };
  const statements = await Promise.all(
    payees.map(async (payee) => ({ payee, lines: (await readStatement(context, payee, range)).lines })),
  );
  const after = statements.flatMap(({ payee, lines }) =>
    lines.flatMap(({ month, campaign, shares, rest }) =>
      [...shares, { name: "", share: rest }].map(({ name, share }) => ({
        payee,
        month,
        campaign: campaign.id,
        owner: name,
        cents: share,
      })),
    ),
  );
  expect(sumEarned(after)).toEqual(earningsBefore);
  const [{ unreferenced } = { unreferenced: -1 }] = await query<{ unreferenced: number }>(`
    select count(*)::int as unreferenced from payment y join participation p on p.id::text = y.reference
      join campaign c on c.id = p.campaign_id
    where y.kind = 'PARTICIPATION' and y.paid_at is not null and y.split_revision_id is null
      and exists (select from song_owner o where o.song_id = c.song_id)`);
  expect(unreferenced).toBe(0);
  const mirrored = await query(`
    select r.song_id, o.position, o.name, o.ownership_points, o.royalty_points
    from song_split o join song_split_revision r on r.id = o.revision_id where r.state = 'CONFIRMED'
    order by r.song_id, o.position`);
  expect(mirrored).toEqual(
    await query(
      "select song_id, position, name, ownership_points, royalty_points from song_owner order by 1, 2",
    ),
  );
});

test("lets people log in, use their API keys, and see what they own", async () => {
  const app = await createServer(context, { site: false });
  const call = async (path: string, authorization: string) => {
    const answer = await app.inject({ url: `/api/v1/${path}`, headers: { authorization } });
    return { status: answer.statusCode, body: answer.json().body };
  };
  const logIn = async (username: string, password: string) => {
    const payload = { username, password };
    const answer = await app.inject({ method: "POST", url: "/api/v1/auth", payload });
    expect(answer.statusCode).toBe(200);
    return `Bearer ${answer.json().body.token}`;
  };
  const reader = await logIn("mira@reader.example", "seven lamps at night");
  expect((await call("my/history", reader)).body.total).toBe(2);
  const subscriber = await logIn("aiko@reader.example", "seven lamps at night");
  expect((await call("my/invoices", subscriber)).status).toBe(200);
  const publisher = await logIn("premium@wrapsody.example", "low tide ledger");
  const keys = (await call("provider/keys", publisher)).body;
  expect(keys).toEqual({
    apiKeyId: "wk_2df11b10015910a878e6dfcb",
    apiKeySecret: "v3wkrkOgcg9PbIAQsRPwLN7F2xXro253W_XyYG0kNKw",
  });
  const basic = Buffer.from(`${keys.apiKeyId}:${keys.apiKeySecret}`).toString("base64");
  expect((await call("my/songs", `Basic ${basic}`)).status).toBe(200);
  expect((await call("songs?limit=14&offset=0", "")).body.total).toBe(24);
  await app.close();
});

test("runs the jobs that the older version had queued", async () => {
  expect(await runJobs(context)).toEqual([]);
  const mail = await mails.waitForMail("jonas@reader.example");
  expect(mail.subject).toMatch(/password/i);
});

test("normalizes names that a Mac wrote, and merges none", async () => {
  const [song] = await query<{ id: number; artist: number }>(
    "select id, artist_id as artist from song order by id limit 1",
  );
  const [one, another] = ["Été", "Êné"];
  /** With one accent decomposed. */
  const mixed = (text: string) => `${text.slice(0, -1)}${text.slice(-1).normalize("NFD")}`;
  const decomposed = (text: string) => text.normalize("NFD");
  await sql`update artist set name = ${decomposed(one)}, metadata = '{"name": "x", "description": "kept"}' where id = ${song?.artist}`.execute(
    context.db,
  );
  await sql`update song set name = ${mixed(another)} where id = ${song?.id}`.execute(context.db);
  const spellings = [one, decomposed(one), mixed(one), decomposed(another), mixed(another)];
  for (const [at, name] of spellings.entries())
    await sql`insert into album (pretty_id, artist_id, name) values (${`spelled-${at}`}, ${song?.artist}, ${name})`.execute(
      context.db,
    );
  await sql`insert into song_album (song_id, position, name, track_number, album_id)
    select ${song?.id}, 20, ${decomposed(another)}, 1, id from album where pretty_id = 'spelled-3'`.execute(
    context.db,
  );
  const file = new URL("../../migrations/0103_normalized_names.sql", import.meta.url);
  await runStatements(database.url, await readFile(file, "utf8"));
  const albums = await query<{ name: string }>(
    "select name from album where pretty_id like 'spelled-%' order by pretty_id",
  );
  expect(albums.map(({ name }) => name)).toEqual([one, decomposed(one), mixed(one), another, mixed(another)]);
  expect(
    await query(`
      select a.name, a.metadata, s.name as title, t.name as album
      from song s join artist a on a.id = s.artist_id join song_album t on t.song_id = s.id and t.position = 20
      where s.id = ${song?.id}`),
  ).toEqual([{ name: one, metadata: { name: one, description: "kept" }, title: another, album: another }]);
});
