import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { hashPassword } from "../server/src/features/accounts/index.ts";
import { migrate } from "../server/src/platform/database/migrate.ts";
import { startPostgres } from "../server/src/platform/embedded/postgres.ts";
import { tsvOf } from "../shared/src/studio/import-rows.ts";
import { importColumns, importLimits } from "../shared/src/studio/imports.ts";
import { benchmark } from "./measure/command.ts";
import { temporaryFolder } from "./measure/folder.ts";
import { megabytes, printLine, printTable, printVerdict, times } from "./measure/report.ts";
import { median } from "./measure/rounds.ts";
import { logIn, residentBytes, startProgram } from "./measure/servers.ts";

/** Measures an import of the largest file over HTTP, next to the same rows written by plain `pg` and by COPY. */
const count = importLimits.rows;
/** Songs of the contender that commits each one separately. Its time is extrapolated to all. */
const sampleSize = 250;
const separateTransactions = "pg, a transaction for each song";
const singleTransaction = "pg, one transaction";
const account = { email: "bench@wrapsody.example", password: "five thousand songs" };

const genres = ["Ambient", "Piano"];
const people = ["Ada Lem", "Jo Fen"];
const titleOf = (at: number) => `Song ${at} of the Tide`;
const description = "Written between two ferries, and mixed on the second. ".repeat(10).trim();

await benchmark(async ({ rounds }, stops) => {
  const dataDir = await temporaryFolder(stops);
  const postgres = await startPostgres({ dataDir });
  stops(() => postgres.stop());
  await migrate(postgres.url);
  const program = await startProgram({ dataDir, databaseUrl: postgres.url });
  stops(program.stop);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  stops(() => client.end());
  const owner = await addPublisher(client);
  const api = `http://127.0.0.1:${program.port}/api/v1`;
  const token = await logIn(api, account);

  const runs: Record<string, number[]> = {};
  const time = async (name: string, run: () => Promise<unknown>) => {
    const start = performance.now();
    await run();
    runs[name] = [...(runs[name] ?? []), performance.now() - start];
  };
  const idle = await residentBytes(program.pid);
  let peakBytes = idle;
  const watch = setInterval(() => {
    void residentBytes(program.pid).then((bytes) => {
      peakBytes = Math.max(peakBytes, bytes);
    });
  }, 50);
  stops(() => clearInterval(watch));
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    if (round === 1) for (const name of Object.keys(runs)) delete runs[name];
    const artists = await addArtists(client, owner, round);
    const file = Buffer.from(`\uFEFF${fileOf(artists.imported.name)}`, "utf16le");
    await time("Wrapsody, dry run", () => send(api, token, file, { dryRun: true, existing: 0 }));
    await time("Wrapsody, import", () => send(api, token, file, { dryRun: false, existing: 0 }));
    await time("Wrapsody, the same file again", () =>
      send(api, token, file, { dryRun: false, existing: count }),
    );
    await time(separateTransactions, () =>
      insertOneByOne(client, artists.single.id, owner, { songs: sampleSize, each: true }),
    );
    await time(singleTransaction, () =>
      insertOneByOne(client, artists.together.id, owner, { songs: count, each: false }),
    );
    await time("COPY from a file on the server", () => copy(client, artists.copied.id, dataDir));
  }
  clearInterval(watch);
  print(runs, { idle, peak: peakBytes });
});

function fileOf(artist: string): string {
  const rows = Array.from({ length: count }, (_, at) => ({
    artist,
    title: titleOf(at),
    duration: "3:45",
    description,
    album: "Harbour",
    track_number: String(at + 1),
    credits: "COMPOSER: Ada Lem; WRITER: Jo Fen",
    owners: "Ada Lem 50/50; Jo Fen 50/50",
    genres: genres.join("; "),
  }));
  return tsvOf(importColumns.SONGS, rows);
}

async function addPublisher(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    "insert into account (email, name, password_hash, verified_at) values ($1, 'Bench', $2, now()) returning id",
    [account.email, await hashPassword(account.password)],
  );
  const id = rows[0]?.id ?? "";
  await client.query("insert into import_invitation (account_id, invited_at) values ($1, now())", [id]);
  return id;
}

async function addArtists(client: pg.Client, owner: string, round: number) {
  const add = async (kind: string) => {
    const name = `${kind} ${round}`;
    const { rows } = await client.query<{ id: number }>(
      "insert into artist (artist_clean_id, name, owner_id) values ($1, $2, $3) returning id",
      [name.replace(" ", "-"), name, owner],
    );
    return { id: rows[0]?.id ?? 0, name };
  };
  return {
    imported: await add("imported"),
    single: await add("single"),
    together: await add("together"),
    copied: await add("copied"),
  };
}

type Expected = { dryRun: boolean; existing: number };

async function send(api: string, token: string, file: Buffer<ArrayBuffer>, { dryRun, existing }: Expected) {
  const form = new FormData();
  form.append("dry_run", String(dryRun));
  form.append("tsvImport", new Blob([file]), "songs.tsv");
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${api}/song/import`, { method: "POST", headers, body: form });
  const answer = (await response.json()) as { body?: { saved: { existing: boolean }[] } };
  const saved = answer.body?.saved ?? [];
  if (saved.length !== count || saved.filter((row) => row.existing).length !== existing)
    throw new Error(`not imported: ${JSON.stringify(answer).slice(0, 500)}`);
}

/** Inserts each row of each table separately, as a naive version would. */
async function insertOneByOne(
  client: pg.Client,
  artist: number,
  owner: string,
  { songs, each }: { songs: number; each: boolean },
): Promise<void> {
  await client.query("begin");
  for (let at = 0; at < songs; at++) {
    if (each && at > 0) await client.query("commit; begin");
    const { rows } = await client.query<{ id: number }>({
      name: "song",
      text: `insert into song (pretty_id, artist_id, artist, name, duration, description, created_by)
        values ($1, $2, 'Bench', $3, 225, $4, $5) returning id`,
      values: [`one-${artist}-${at}`, artist, titleOf(at), description, owner],
    });
    const id = rows[0]?.id;
    const insert = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
    await insert(
      "album",
      "insert into song_album (song_id, position, name, track_number) values ($1, 0, 'Harbour', $2)",
      [id, at + 1],
    );
    for (const [position, name] of people.entries()) {
      const owned =
        "insert into song_owner (song_id, position, name, ownership_points, royalty_points) values ($1, $2, $3, 5000, 5000)";
      await insert("credit", "insert into song_credit values ($1, $2, 'COMPOSER', $3)", [id, position, name]);
      await insert("owner", owned, [id, position, name]);
    }
    for (const [position, tag] of genres.entries())
      await insert("tag", "insert into song_tag (song_id, position, tag) values ($1, $2, $3)", [
        id,
        position,
        tag,
      ]);
  }
  await client.query("commit");
}

/** Writes the same rows with COPY, the least work for the database: no checks, no search for existing songs, no ids. */
async function copy(client: pg.Client, artist: number, folder: string): Promise<void> {
  const { rows } = await client.query<{ first: number }>(
    "select nextval(pg_get_serial_sequence('song', 'id'))::int as first from generate_series(1, $1)",
    [count],
  );
  const ids = rows.map(({ first }) => first);
  const twice = (values: readonly string[], more: string) =>
    ids.flatMap((id) => values.map((value, position) => `${id}\t${position}\t${value}${more}`));
  const tables: [string, string[]][] = [
    [
      "song (id, pretty_id, artist_id, artist, name, duration, description)",
      ids.map((id, at) => `${id}\tcopy-${id}\t${artist}\tBench\t${titleOf(at)}\t225\t${description}`),
    ],
    [
      "song_album (song_id, position, name, track_number)",
      ids.map((id, at) => `${id}\t0\tHarbour\t${at + 1}`),
    ],
    ["song_credit (song_id, position, value, role)", twice(people, "\tCOMPOSER")],
    ["song_owner (song_id, position, name, ownership_points, royalty_points)", twice(people, "\t5000\t5000")],
    ["song_tag (song_id, position, tag)", twice(genres, "")],
  ];
  await client.query("begin");
  for (const [place, [table, lines]] of tables.entries()) {
    const path = join(folder, `copy-${place}.tsv`);
    await writeFile(path, `${lines.join("\n")}\n`);
    await client.query(`copy ${table} from '${path}'`);
  }
  await client.query("commit");
}

function print(runs: Record<string, number[]>, { idle, peak }: { idle: number; peak: number }): void {
  const millisecondsOf = (name: string) =>
    median(runs[name] ?? []) * (name === separateTransactions ? count / sampleSize : 1);
  const floor = millisecondsOf("COPY from a file on the server");
  printLine(`${count.toLocaleString("en")} songs with album, credits, owners and genres`);
  printTable(
    ["", "seconds", "songs/s", "COPY = 1"],
    Object.keys(runs).map((name) => {
      const durationMs = millisecondsOf(name);
      const perSecond = Math.round((count * 1_000) / durationMs).toLocaleString("en");
      return [name, (durationMs / 1_000).toFixed(2), perSecond, times(durationMs / floor)];
    }),
  );
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  const faster = millisecondsOf(singleTransaction) / millisecondsOf("Wrapsody, import");
  printVerdict({
    what: "import of 5,000 songs",
    value: millisecondsOf("Wrapsody, import") / 1_000,
    max: 5,
    show: seconds,
  });
  printVerdict({
    what: "beside one INSERT for each row in one transaction",
    value: faster,
    min: 1,
    show: times,
  });
  printLine(`Memory of the program: ${megabytes(idle)} before the imports.`);
  printVerdict({
    what: "memory at most, however many imports",
    value: peak,
    max: 600 << 20,
    show: megabytes,
  });
}
