import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { SMTPServer } from "smtp-server";
import { migrate } from "../server/src/platform/database/migrate.ts";
import { startPostgres } from "../server/src/platform/embedded/postgres.ts";
import { benchmark } from "./measure/command.ts";
import { temporaryFolder } from "./measure/folder.ts";
import { megabytes, printLine, printTable, printVerdict, rate } from "./measure/report.ts";
import { residentBytes, startProgram } from "./measure/servers.ts";

/**
 * Measures how long it takes until the followers of an artist are notified of a new wrap, in the site and by email, and the memory of the
 * program meanwhile: with three thousand followers, which also warms up, and with ten thousand.
 */
const sizes = [3_000, 10_000];
const MAX_SECONDS = 60;
/** Memory that the larger number may add (bytes). */
const MAX_GROWTH_BYTES = 64 * 2 ** 20;
/** The highest rate, so that the program and not the setting limits it. */
const MAILS_PER_SECOND = 1_000;
/** Without a limit V8 collects late, and the peak would show its laziness instead of what the program keeps. */
const HEAP_MB = 256;
const POLL_MS = 50;
const TIMEOUT_MS = 15 * 60_000;

await benchmark(async (_effort, stops) => {
  const dataDir = await temporaryFolder(stops);
  const postgres = await startPostgres({ dataDir });
  stops(() => postgres.stop());
  await migrate(postgres.url);
  const mails = await startMailServer();
  stops(() => mails.close());
  const program = await startProgram({
    dataDir,
    databaseUrl: postgres.url,
    environment: {
      ROLES: "api,worker",
      SMTP_URL: mails.url,
      FOLLOWER_MAILS_PER_SECOND: String(MAILS_PER_SECOND),
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
    },
  });
  stops(program.stop);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  stops(() => client.end());

  const runs = [];
  for (const size of sizes) {
    const announcementId = await addRelease(client, size);
    const memory = watchMemory(program.pid);
    const start = performance.now();
    await client.query(
      "select graphile_worker.add_job('notify-followers', json_build_object('announcementId', $1::bigint), priority => 10)",
      [announcementId],
    );
    const elapsed = () => (performance.now() - start) / 1_000;
    await waitUntil(async () => (await countNotifications(client, announcementId)) === size);
    const notified = elapsed();
    await waitUntil(async () => mails.count() === size);
    runs.push({ size, notified, mailed: elapsed(), peak: await memory.stop() });
    mails.reset();
  }
  printTable(
    ["followers", "notified", "all mails accepted", "mails", "memory, peak"],
    runs.map(({ size, notified, mailed, peak }) => [
      String(size),
      `${notified.toFixed(1)} s`,
      `${mailed.toFixed(1)} s`,
      rate(size / mailed),
      megabytes(peak),
    ]),
  );
  const [few, many] = runs;
  if (few === undefined || many === undefined) throw new Error("nothing was measured");
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  const what = `${many.size.toLocaleString("en")} followers notified`;
  printVerdict({ what, value: many.notified, max: MAX_SECONDS, show: seconds });
  printVerdict({
    what: "memory that they add to that of 3,000",
    value: many.peak - few.peak,
    max: MAX_GROWTH_BYTES,
    show: megabytes,
  });
  printLine(`The heap was limited to ${HEAP_MB} MB.`);
  printLine("Mails leave at FOLLOWER_MAILS_PER_SECOND (10 by default); here it was 1,000.");
});

/** Adds an artist with followers who chose a mail for every release, and a wrap that has just been announced. */
async function addRelease(client: pg.Client, followers: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `with artist as (
      insert into artist (artist_clean_id, name) values ('bench-' || $1, 'Bench ' || $1) returning id
    ), wrap as (
      insert into song (pretty_id, artist_id, artist, name, status)
      select 'bench-' || $1, id, 'Bench', 'Released to ' || $1, 'ACTIVE' from artist returning id, artist_id
    ), person as (
      insert into account (email, name, verified_at)
      select 'fan-' || $1 || '-' || n || '@wrapsody.example', 'Fan', now() from generate_series(1, $1::int) n returning id
    ), choice as (
      insert into follower_mail_choice (account_id, choice, chosen_at) select id, 'EVERY', now() from person
    ), follow as (
      insert into artist_follow (artist_id, account_id, created_at)
      select a.id, p.id, now() - interval '1 day' from artist a cross join person p
    )
    insert into announcement (kind, artist_id, song_id, created_at) select 'WRAP', artist_id, id, now() from wrap returning id`,
    [followers],
  );
  await client.query("analyze");
  return Number(rows[0]?.id);
}

async function countNotifications(client: pg.Client, announcementId: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from notification where announcement_id = $1",
    [announcementId],
  );
  return rows[0]?.count ?? 0;
}

async function waitUntil(isReached: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await isReached())) {
    if (performance.now() > deadline) throw new Error("the followers were not notified in time");
    await sleep(POLL_MS);
  }
}

function watchMemory(pid: number): { stop(): Promise<number> } {
  let peak = 0;
  const note = async () => {
    peak = Math.max(peak, await residentBytes(pid));
  };
  const timer = setInterval(() => void note(), POLL_MS);
  return {
    async stop() {
      clearInterval(timer);
      await note();
      return peak;
    },
  };
}

/** Accepts every email and keeps none. */
async function startMailServer() {
  let accepted = 0;
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    onData(stream, _session, confirm) {
      stream.resume();
      stream.once("end", () => {
        accepted += 1;
        confirm();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    count: () => accepted,
    reset: () => {
      accepted = 0;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
