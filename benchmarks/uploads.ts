import pg from "pg";
import { hashPassword } from "../server/src/features/accounts/index.ts";
import { migrate } from "../server/src/platform/database/migrate.ts";
import { startPostgres } from "../server/src/platform/embedded/postgres.ts";
import { generateCatalogue } from "./generate.ts";
import { benchmark } from "./measure/command.ts";
import { temporaryFolder } from "./measure/folder.ts";
import { inTurn, type Run, run } from "./measure/load.ts";
import { milliseconds, printTable, printVerdict, rate } from "./measure/report.ts";
import { median } from "./measure/rounds.ts";
import { logIn, startProgram } from "./measure/servers.ts";

/** Measures how long the song list takes while publishers upload hostile mp3 files, next to the list alone. */
const SONGS = 2_000;
const UPLOADS_AT_ONCE = 2;
/** Valid headers of frames that never follow each other: the scan has to try every fourth byte. */
const hostile = Buffer.alloc(19_000_000, Buffer.from([0xff, 0xfb, 0x90, 0x64]));
const account = { email: "bench@wrapsody.example", password: "nineteen million bytes" };

await benchmark(async ({ rounds, seconds }, stops) => {
  const dataDir = await temporaryFolder(stops);
  const postgres = await startPostgres({ dataDir });
  stops(() => postgres.stop());
  await migrate(postgres.url);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  stops(() => client.end());
  await generateCatalogue(client, SONGS);
  const draft = await addDraft(client);
  const environment = { RATE_LIMITS: "0" };
  const program = await startProgram({ dataDir, databaseUrl: postgres.url, environment });
  stops(program.stop);
  const api = `http://127.0.0.1:${program.port}/api/v1`;
  const token = await logIn(api, account);

  const load = { port: program.port, next: inTurn(["/api/v1/songs"]), connections: 1, seconds };
  const quiet: Run[] = [];
  const attacked: Run[] = [];
  await run(load);
  await upload(api, token, draft);
  for (let round = 0; round < rounds; round++) {
    quiet.push(await run(load));
    let isRunning = true;
    const attack = Array.from({ length: UPLOADS_AT_ONCE }, async () => {
      while (isRunning) await upload(api, token, draft);
    });
    attacked.push(await run(load));
    isRunning = false;
    await Promise.all(attack);
  }
  const p99 = (runs: readonly Run[]) => median(runs.map((each) => each.p99));
  printTable(
    ["song list", "rate", "p50", "p99"],
    Object.entries({ alone: quiet, "during hostile uploads": attacked }).map(([name, runs]) => [
      name,
      rate(median(runs.map(({ perSecond }) => perSecond))),
      milliseconds(median(runs.map(({ p50 }) => p50))),
      milliseconds(p99(runs)),
    ]),
  );
  printVerdict({
    what: "song list during hostile uploads, p99",
    value: p99(attacked),
    max: 100,
    show: milliseconds,
  });
});

/** Adds a publisher with a draft and returns the draft's id. */
async function addDraft(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `with publisher as (
      insert into account (email, name, password_hash, verified_at) values ($1, 'Bench', $2, now()) returning id
    ), own as (
      insert into artist (artist_clean_id, name, owner_id) select 'bench', 'Bench', id from publisher returning id, owner_id
    )
    insert into song (pretty_id, artist_id, artist, name, status, created_by)
    select 'draft', id, 'Bench', 'Draft', 'DRAFT', owner_id from own returning id`,
    [account.email, await hashPassword(account.password)],
  );
  return rows[0]?.id ?? 0;
}

async function upload(api: string, token: string, draft: number): Promise<void> {
  const form = new FormData();
  form.append("audio", new Blob([hostile], { type: "audio/mpeg" }), "hostile.mp3");
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${api}/song/${draft}/audio`, { method: "PATCH", headers, body: form });
  const answer = await response.text();
  if (response.status !== 400 || !answer.includes("E0007"))
    throw new Error(`not refused: ${response.status} ${answer.slice(0, 500)}`);
}
