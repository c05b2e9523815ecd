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
const ROUNDS = 4;
const UPLOADS_AT_ONCE = 2;

/**
 * The aim is 50 ms. 16 ms are measured on two cores with a load of 11, 3 ms for 99 of 100 turns of the loop; the margin is for
 * garbage collection on slower processors. Scanned on the main thread, one of these files takes 5,000 ms.
 */
const MAX_BLOCKING_MS = 200;
const MAX_P99_BLOCKING_MS = 50;

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

it("hostile uploads do not block the event loop, so that the song list answers meanwhile", async () => {
  const { port, readBlocking } = await startApi();
  const house = await studio.addPublisher();
  const path = `/api/v1/song/${await studio.createDraft(house)}/audio`;
  const upload = (piece: Buffer) => uploadPieces({ port, path, token: house.token, piece, pieces: PIECES });
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

  await readBlocking();
  const quiet = [];
  for (let request = 0; request < 100; request += 1) quiet.push(await readSongs());
  const before = await readBlocking();
  const running = new AbortController();
  const attack = (async () => {
    const statuses = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const uploads = Array.from({ length: UPLOADS_AT_ONCE }, () => upload(hostile));
      statuses.push(...(await Promise.all(uploads)).map(({ status }) => status));
    }
    return statuses;
  })().finally(() => running.abort());
  const times: number[] = [];
  while (!running.signal.aborted) {
    times.push(await readSongs());
    await sleep(5);
  }
  expect(new Set(await attack)).toEqual(new Set([400]));
  const during = await readBlocking();
  const format = ({ maxMs, p99Ms, maxDelayMs }: LoopBlocking) =>
    `blocked at most ${maxMs.toFixed()} ms (p99 ${p99Ms.toFixed(1)} ms) of processor time, ${maxDelayMs.toFixed()} ms by the clock`;
  console.info(
    `before: song list p99 ${percentile99(quiet).toFixed()} ms, ${format(before)}\n` +
      `during: ${times.length} song lists, p99 ${percentile99(times).toFixed()} ms, ${format(during)}`,
  );
  // Processor time does not depend on other load, unlike the times of the song list.
  expect(during.maxMs).toBeLessThan(MAX_BLOCKING_MS);
  expect(during.p99Ms).toBeLessThan(MAX_P99_BLOCKING_MS);
});
