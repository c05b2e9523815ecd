import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createServer } from "../server.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";

const size = 1_500_000;
type Song = { path: string; hash: string; content: Buffer };

let database: TestDatabase;
let app: FastifyInstance;
let songs: Song[];

beforeAll(async () => {
  database = await testDatabase();
  app = await createServer(database.context, { site: false });
  await app.listen({ host: "127.0.0.1", port: 0 });
  songs = await Promise.all(Array.from({ length: 4 }, storeSong));
});

afterAll(async () => {
  await app.close();
  await database.close();
});

async function storeSong(): Promise<Song> {
  const content = randomBytes(size);
  const { hash } = await database.context.storage.put(content, {
    extension: "mp3",
    contentType: "audio/mpeg",
  });
  return { path: `/audio/${hash}.mp3`, hash, content };
}

function portOf(): number {
  return (app.server.address() as AddressInfo).port;
}

function openRequest(
  path: string,
  headers: Record<string, string>,
  method = "GET",
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port: portOf(), path, headers, method, agent: false }, resolve)
      .on("error", reject)
      .end();
  });
}

async function getFile(path: string, headers: Record<string, string> = {}, method = "GET") {
  const response = await openRequest(path, headers, method);
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode, headers: response.headers, body };
}

/** Counts responses. Those of the fast path have another log level, but count like the others. */
async function countAnswered(): Promise<number> {
  const { body } = await app.inject("/metrics");
  const line =
    /http_request_duration_seconds_count\{method="GET",route="\/audio\/:hash.mp3",status="2xx"\} (\d+)/;
  return Number(line.exec(body)?.[1] ?? 0);
}

/** A query string bypasses the fast path. */
const ways = [
  ["ahead of the routes", ""],
  ["by the route", "?"],
] as const;

describe("byte ranges of a song", () => {
  it("have the same headers on either path", async () => {
    const { path, hash, content } = songs[0] ?? (await storeSong());
    const before = await countAnswered();
    for (const headers of [
      { range: "bytes=1000-300999" },
      { range: "bytes=-70000" },
      { range: "bytes=5-5" },
    ]) {
      const [first, ahead, byRoute] = [
        await getFile(path, headers),
        await getFile(path, headers),
        await getFile(`${path}?`, headers),
      ];
      expect(ahead.status).toBe(206);
      expect(ahead.headers.etag).toBe(`"${hash}"`);
      expect(ahead.headers["x-request-id"]).toMatch(/^[\w-]{36}$/);
      expect(comparable(ahead)).toEqual(comparable(byRoute));
      expect(comparable(first)).toEqual(comparable(byRoute));
      const { start, end } = rangeTold(ahead);
      expect(ahead.body.equals(content.subarray(start, end + 1))).toBe(true);
    }
    await expect.poll(countAnswered).toBe(before + 9);
  });

  it("are refused, conditional, multiple or described as on the route", async () => {
    const { path, hash } = songs[0] ?? (await storeSong());
    await getFile(path, { range: "bytes=0-1" });
    const status = async (headers: Record<string, string>, method?: string) =>
      (await getFile(path, headers, method)).status;
    expect(await status({ range: "bytes=9000000-" })).toBe(416);
    expect(await status({ range: "bytes=0-1", "if-none-match": `"${hash}"` })).toBe(304);
    expect(await status({ range: "bytes=0-1", "if-range": '"other"' })).toBe(200);
    expect(await status({ range: "bytes=0-1,1000-1001" })).toBe(206);
    expect(await status({ range: "bytes=0-1" }, "HEAD")).toBe(200);
    expect(await status({ range: "bytes=0-1" }, "DELETE")).toBe(405);
    expect((await getFile(`/audio/${"0".repeat(64)}.mp3`)).status).toBe(404);
  });

  it.each(ways)(
    "never contain another reader's bytes, however many readers disconnect (%s)",
    { retry: 0 },
    async (_, query) => {
      for (const { path } of songs) await getFile(path, { range: "bytes=0-1" });
      await Promise.all(Array.from({ length: 8 }, (_, reader) => readOn(reader, query, 6)));
      await expect.poll(readers).toBe(0);
    },
  );

  it.each(ways)(
    "keep their bytes while a client that pipelined requests does not read them (%s)",
    { retry: 0 },
    async (_, query) => {
      const slow = await Promise.all(Array.from({ length: 2 }, (_, at) => askAhead(at, query)));
      await Promise.all(Array.from({ length: 4 }, (_, reader) => readOn(reader, query, 5)));
      const [impatient, ...patient] = slow;
      impatient?.socket.destroy();
      await Promise.all(Array.from({ length: 4 }, (_, reader) => readOn(reader, query, 3)));
      for (const { socket, expected } of patient) {
        const bodies = await readAnswers(socket, expected.length);
        expect(bodies.map((body, at) => body.equals(expected[at] ?? Buffer.alloc(0)))).toEqual(
          expected.map(() => true),
        );
      }
      await expect.poll(readers).toBe(0);
    },
  );
});

function readers(): number {
  const { storage } = database.context;
  if (!("descriptors" in storage) || typeof storage.descriptors !== "function") return 0;
  return storage.descriptors().readers;
}

/**
 * Requests ranges one after the other; disconnects on every third, reads every fifth slowly, and compares the
 * rest.
 */
async function readOn(reader: number, query: string, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    const song = songs[(reader + turn) % songs.length];
    if (song === undefined) throw new Error("there are no songs");
    const start = ((reader * 7_919 + turn * 104_729) % 900_000) + 1;
    // Most need a buffer as large as those of the requests sent ahead.
    const end = start + 70_000 + ((reader * 131_071 + turn * 99_991) % 450_000);
    const response = await openRequest(song.path + query, { range: `bytes=${start}-${end}` });
    if ((reader + turn) % 3 === 0) {
      response.on("error", () => undefined);
      if (turn % 2 === 0) await once(response, "data");
      response.destroy();
      continue;
    }
    if (turn % 5 === 0) await sleep(30);
    const body = Buffer.concat(await response.toArray());
    expect(body.equals(song.content.subarray(start, end + 1))).toBe(true);
  }
}

/** Pipelines far more requests than socket buffers hold, and reads nothing for now. */
async function askAhead(at: number, query: string): Promise<{ socket: Socket; expected: Buffer[] }> {
  const song = songs[at % songs.length] ?? (await storeSong());
  const starts = Array.from({ length: 24 }, (_, turn) => (at * 31_337 + turn * 40_009) % 1_000_000);
  const socket = connect(portOf(), "127.0.0.1");
  socket.pause();
  for (const start of starts)
    socket.write(
      `GET ${song.path}${query} HTTP/1.1\r\nHost: a\r\nRange: bytes=${start}-${start + 499_999}\r\n\r\n`,
    );
  return { socket, expected: starts.map((start) => song.content.subarray(start, start + 500_000)) };
}

/** Returns the bodies of that many responses, each of 500,000 bytes. */
async function readAnswers(socket: Socket, count: number): Promise<Buffer[]> {
  const bodies: Buffer[] = [];
  let left = Buffer.alloc(0);
  for await (const piece of socket) {
    left = Buffer.concat([left, piece]);
    for (let head = left.indexOf("\r\n\r\n"); head >= 0 && left.length >= head + 500_004; ) {
      bodies.push(left.subarray(head + 4, head + 500_004));
      left = left.subarray(head + 500_004);
      head = left.indexOf("\r\n\r\n");
    }
    if (bodies.length === count) break;
  }
  return bodies;
}

type Got = Awaited<ReturnType<typeof getFile>>;

function comparable({ status, headers, body }: Got) {
  const { date, "x-request-id": id, connection, "keep-alive": keepAlive, ...rest } = headers;
  return { status, headers: rest, body: body.length };
}

function rangeTold({ headers }: Got): { start: number; end: number } {
  const [, start, end] = /^bytes (\d+)-(\d+)\/1500000$/.exec(headers["content-range"] ?? "") ?? [];
  return { start: Number(start), end: Number(end) };
}
