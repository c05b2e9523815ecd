import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "./platform/database/database.ts";
import { withDatabase } from "./testing/database/setup.ts";
import { addManySongs } from "./testing/fixtures/songs.ts";
import { openStudio, type Studio } from "./testing/fixtures/studio.ts";
import { uploadPieces } from "./testing/http/upload-pieces.ts";
import type { LoopBlocking } from "./testing/loop-blocking.ts";
import { demoTrack, withoutInfo } from "./testing/media/mp3s.ts";

const PIECE_BYTES = 1_000_000;
const PIECES = 19;
/** Valid headers of frames that never follow each other: the scan has to try every fourth byte. */
const hostile = Buffer.alloc(PIECE_BYTES, Buffer.from([0xff, 0xfb, 0x90, 0x64]));
const track = withoutInfo(demoTrack("kiln"));
const UPLOADS_AT_ONCE = 2;
const QUIET_REQUESTS = 60;

/** Limits of the product, 50 ms by processor time. Scanned on the main thread, one of these files takes 5,000 ms. */
const MAX_BLOCKING_MS = 50;
const MAX_SONG_LIST_P99_MS = 100;
/** Under other load the song list takes longer than 100 ms without uploads too. */
const MAX_SLOWDOWN = 3;
/** Other work on the machine, and garbage collection while it has the processor, exceed the limits in some rounds, but hostile files in all. */
const MAX_ROUNDS = 6;
/** No round exceeds this. */
const MAX_BLOCKING_UNDER_LOAD_MS = 200;

let studio: Studio;
let child: ChildProcess | undefined;
beforeAll(async () => {
  studio = await openStudio();
  await addManySongs(studio.context.db, 2_000);
});
afterAll(async () => {
  if (child !== undefined && child.exitCode === null) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  await studio.close();
});

/** Starts an api process of its own, so that the client's work is not measured with it. */
async function startApi(): Promise<{ port: number; readBlocking(): Promise<LoopBlocking> }> {
  const script = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  const { config, db } = studio.context;
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const databaseUrl = withDatabase(process.env.TEST_DATABASE_URL ?? "", rows[0]?.name ?? "");
  const started = spawn(
    process.execPath,
    ["--import", script("./testing/loop-blocking.ts"), script("./main.ts")],
    {
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      env: {
        DATABASE_URL: databaseUrl,
        DATA_DIR: config.dataDir,
        ROLES: "api",
        PORT: "0",
        DEMO: "0",
        LOCAL_CHAIN: "0",
        RATE_LIMITS: "0",
      },
    },
  );
  child = started;
  let output = "";
  started.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(/ready at http:\/\/localhost:\d+/);
  return {
    port: Number(/localhost:(\d+)/.exec(output)?.[1]),
    async readBlocking() {
      const answered = once(started, "message");
      started.send("read");
      return (await answered)[0];
    },
  };
}

function percentile99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0;
}

/** Calls `request` every few milliseconds while `isRunning`, and returns the 99th percentile. */
async function measureP99(
  request: () => Promise<number>,
  isRunning: (count: number) => boolean,
): Promise<number> {
  const times: number[] = [];
  while (isRunning(times.length)) {
    times.push(await request());
    await sleep(5);
  }
  return percentile99(times);
}

it("hostile uploads do not block the event loop for 50 ms, and the song list answers within 100 ms meanwhile", async () => {
  const { port, readBlocking } = await startApi();
  const publisher = await studio.addPublisher();
  const path = `/api/v1/song/${await studio.createDraft(publisher)}/audio`;
  const upload = (piece: Buffer) =>
    uploadPieces({ port, path, token: publisher.token, piece, pieces: PIECES });
  const readSongs = async () => {
    const start = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/songs`);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    return performance.now() - start;
  };
  // Also compiles the code and starts the thread.
  expect((await upload(Buffer.alloc(PIECE_BYTES, track))).status).toBe(200);
  expect((await upload(hostile)).status).toBe(400);
  for (let request = 0; request < 100; request += 1) await readSongs();

  const rounds = [];
  let isWithinLimits = false;
  while (!isWithinLimits && rounds.length < MAX_ROUNDS) {
    const quietP99 = await measureP99(readSongs, (count) => count < QUIET_REQUESTS);
    await readBlocking();
    let isRunning = true;
    const attack = Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, () => upload(hostile))).finally(() => {
      isRunning = false;
    });
    const p99 = await measureP99(readSongs, () => isRunning);
    expect((await attack).map(({ status }) => status)).toEqual([400, 400]);
    const { maxMs, maxDelayMs } = await readBlocking();
    expect(maxMs).toBeLessThan(MAX_BLOCKING_UNDER_LOAD_MS);
    isWithinLimits = maxMs < MAX_BLOCKING_MS && p99 < Math.max(MAX_SONG_LIST_P99_MS, MAX_SLOWDOWN * quietP99);
    rounds.push(
      `song list p99 ${p99.toFixed()} ms, ${quietP99.toFixed()} ms without uploads; ` +
        `blocked for ${maxMs.toFixed()} ms of processor time, ${maxDelayMs.toFixed()} ms by the clock`,
    );
  }
  console.info(rounds.join("\n"));
  expect(isWithinLimits, rounds.join("\n")).toBe(true);
});
