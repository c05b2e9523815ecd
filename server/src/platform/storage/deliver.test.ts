import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { POLL_TIMEOUT_MS } from "../../../../checks/test-limits.ts";
import { startLoopbackS3 } from "../../testing/media/loopback-s3.ts";
import { usedBufferBytes } from "../../testing/used-buffer-bytes.ts";
import { readConfig } from "../config/config.ts";
import { createHttpServer } from "../http/http-server.ts";
import { createLog } from "../log.ts";
import { deliverFile } from "./deliver.ts";
import { type DiskStorage, openDiskStorage } from "./disk.ts";
import type { FileOptions } from "./file-response.ts";
import { buildKey } from "./key.ts";
import { openS3Storage } from "./s3.ts";
import type { Storage } from "./storage.ts";

const immutable = "public, max-age=31536000, immutable";
const sample = Buffer.from(Array.from({ length: 3000 }, (_, index) => index % 251));
const audio = { extension: "mp3", contentType: "audio/mpeg" };

async function serve(storage: Storage, options?: FileOptions) {
  const app: FastifyInstance = createHttpServer(readConfig({}), createLog("silent"));
  app.get("/files/*", async (request, reply) => {
    const key = new URL(request.url, "http://localhost").pathname.slice("/files/".length);
    return deliverFile(request, reply, storage, decodeURIComponent(key), options);
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { app, port, url: `http://127.0.0.1:${port}/files/` };
}

async function getFile(url: string, headers: Record<string, string> = {}, method = "GET") {
  const response = await fetch(url, { method, headers, redirect: "manual" });
  return { response, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** Parses a multipart/byteranges body strictly by RFC 2046. */
function partsOf(body: Buffer, contentType: string) {
  const boundary = /^multipart\/byteranges; boundary=([\w'()+,./:=? -]+)$/.exec(contentType)?.[1];
  const text = body.toString("latin1");
  const pieces = `\r\n${text}`.split(`\r\n--${boundary}`);
  expect(pieces[0]).toBe("");
  expect(pieces.at(-1)).toBe("--\r\n");
  return pieces.slice(1, -1).map((piece) => {
    const split = piece.indexOf("\r\n\r\n");
    const heading = piece.slice(2, split).split("\r\n");
    return { heading, content: Buffer.from(piece.slice(split + 4), "latin1") };
  });
}

const openers = { disk: openFromDisk, s3: openFromS3 };

async function openFromDisk(directory: string) {
  const storage = await openDiskStorage(directory);
  return { storage, close: () => storage.close() };
}

async function openFromS3(directory: string) {
  const server = await startLoopbackS3(join(directory, "server"));
  const storage = await openS3Storage(server.settings, join(directory, "spool"), POLL_TIMEOUT_MS);
  const close = async () => {
    await storage.close();
    await server.stop();
  };
  return { storage, close };
}

describe.each(["disk", "s3"] as const)("a file delivered from %s", (kind) => {
  let directory: string;
  let opened: Awaited<ReturnType<(typeof openers)["disk" | "s3"]>>;
  let app: FastifyInstance;
  let url: string;
  let key: string;
  let etag: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "deliver-"));
    opened = await openers[kind](directory);
    const stored = await opened.storage.put(sample, audio);
    key = stored.key;
    etag = `"${stored.hash}"`;
    const served = await serve(opened.storage);
    app = served.app;
    url = served.url;
  });

  afterAll(async () => {
    await app.close();
    await opened.close();
    await rm(directory, { recursive: true });
  });

  it("is sent whole and exact, with its caching headers", async () => {
    const { response, headers, body } = await getFile(url + key);
    expect(response.status).toBe(200);
    expect(body).toEqual(sample);
    expect(headers.get("content-length")).toBe("3000");
    expect(headers.get("content-type")).toBe("audio/mpeg");
    expect(headers.get("cache-control")).toBe(immutable);
    expect(headers.get("accept-ranges")).toBe("bytes");
    expect(headers.get("etag")).toBe(etag);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-range")).toBeNull();
    const age = Date.now() - Date.parse(headers.get("last-modified") ?? "");
    expect(Math.abs(age)).toBeLessThan(3_600_000);
  });

  it.each([
    ["bytes=0-1", 0, 1],
    ["bytes=0-0", 0, 0],
    ["bytes=100-", 100, 2999],
    ["bytes=-10", 2990, 2999],
    ["Bytes=2990-99999", 2990, 2999],
    ["bytes=0-9,5-20", 0, 20],
  ])("is sent in part for %s", async (range, start, end) => {
    const { response, headers, body } = await getFile(url + key, { range });
    expect(response.status).toBe(206);
    expect(headers.get("content-range")).toBe(`bytes ${start}-${end}/3000`);
    expect(headers.get("content-length")).toBe(String(end - start + 1));
    expect(headers.get("content-type")).toBe("audio/mpeg");
    expect(headers.get("etag")).toBe(etag);
    expect(body).toEqual(sample.subarray(start, end + 1));
  });

  it("is sent in several parts if several are requested", async () => {
    const { response, headers, body } = await getFile(url + key, { range: "bytes=2000-2009, 0-4, -7" });
    expect(response.status).toBe(206);
    expect(headers.get("content-range")).toBeNull();
    expect(headers.get("content-length")).toBe(String(body.length));
    const parts = partsOf(body, headers.get("content-type") ?? "");
    expect(parts.map(({ heading }) => heading)).toEqual([
      ["Content-Type: audio/mpeg", "Content-Range: bytes 2000-2009/3000"],
      ["Content-Type: audio/mpeg", "Content-Range: bytes 0-4/3000"],
      ["Content-Type: audio/mpeg", "Content-Range: bytes 2993-2999/3000"],
    ]);
    expect(parts.map(({ content }) => content)).toEqual([
      sample.subarray(2000, 2010),
      sample.subarray(0, 5),
      sample.subarray(2993),
    ]);
  });

  it.each(["bytes=3000-", "bytes=-0", "bytes=5000-6000"])("gets 416 for %s", async (range) => {
    const { response, headers, body } = await getFile(url + key, { range });
    expect(response.status).toBe(416);
    expect(headers.get("content-range")).toBe("bytes */3000");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("etag")).toBeNull();
    expect(JSON.parse(body.toString())).toMatchObject({ success: false, code: "E0012" });
  });

  it.each(["bytes=9-0", "lines=1-2", "bytes=x"])(
    "is sent whole for %s, which is not a range",
    async (range) => {
      const { response, body } = await getFile(url + key, { range });
      expect(response.status).toBe(200);
      expect(body).toEqual(sample);
    },
  );

  it("is described by HEAD as by GET, without a body and for any range", async () => {
    const whole = await getFile(url + key);
    for (const extra of [{}, { range: "bytes=0-1" }]) {
      const { response, headers, body } = await getFile(url + key, extra, "HEAD");
      expect(response.status).toBe(200);
      expect(body.length).toBe(0);
      expect(comparable(headers)).toEqual(comparable(whole.headers));
    }
  });

  it("is not sent again to a client that has it", async () => {
    const whole = await getFile(url + key);
    const since = whole.headers.get("last-modified") ?? "";
    for (const condition of [
      { "if-none-match": etag },
      { "if-none-match": `"other", W/${etag}` },
      { "if-none-match": "*", range: "bytes=0-1" },
      { "if-modified-since": since },
    ]) {
      for (const method of ["GET", "HEAD"]) {
        const { response, headers, body } = await getFile(
          url + key,
          condition as Record<string, string>,
          method,
        );
        expect(response.status).toBe(304);
        expect(body.length).toBe(0);
        expect(headers.get("content-length")).toBeNull();
        expect(headers.get("etag")).toBe(etag);
        expect(headers.get("cache-control")).toBe(immutable);
      }
    }
    const other = await getFile(url + key, { "if-none-match": '"other"', "if-modified-since": since });
    expect(other.response.status).toBe(200);
  });

  it("is sent in part under If-Range only if it is unchanged", async () => {
    const modified = (await getFile(url + key)).headers.get("last-modified") ?? "";
    const statusFor = async (condition: string) =>
      (await getFile(url + key, { range: "bytes=0-1", "if-range": condition })).response.status;
    expect(await statusFor(etag)).toBe(206);
    expect(await statusFor(modified)).toBe(206);
    expect(await statusFor(`W/${etag}`)).toBe(200);
    expect(await statusFor('"other"')).toBe(200);
    expect(await statusFor("Sun, 06 Nov 1994 08:49:37 GMT")).toBe(200);
  });

  it("can be empty", async () => {
    const { key: empty } = await opened.storage.put(Buffer.alloc(0), audio);
    const { response, headers, body } = await getFile(url + empty);
    expect([response.status, headers.get("content-length"), body.length]).toEqual([200, "0", 0]);
    const head = await getFile(url + empty, {}, "HEAD");
    expect([head.response.status, head.headers.get("content-length")]).toEqual([200, "0"]);
    const range = await getFile(url + empty, { range: "bytes=0-1" });
    expect([range.response.status, range.headers.get("content-range")]).toEqual([416, "bytes */0"]);
    expect((await getFile(url + empty, { range: "bytes=-5" })).response.status).toBe(200);
  });

  it("is not found if it is missing, and no path leads out of the store", async () => {
    const missing = buildKey(createHash("sha256").update("missing").digest("hex"), "mp3");
    const climbing = [
      "..%2f..%2f..%2fetc%2fpasswd",
      "tmp",
      "%2fetc%2fpasswd",
      `${key}%00`,
      `tmp%2f..%2f${key}`,
    ];
    for (const wrong of [missing, ...climbing]) {
      for (const method of ["GET", "HEAD"]) {
        const { response, headers } = await getFile(url + wrong, {}, method);
        expect(response.status).toBe(404);
        expect(headers.get("cache-control")).toBe("no-store");
      }
    }
  });

  it("is streamed if it is large", async () => {
    const content = Buffer.alloc(1_500_000, "streamed pieces ");
    const { key: large } = await opened.storage.put(content, audio);
    expect((await getFile(url + large)).body.equals(content)).toBe(true);
    const part = await getFile(url + large, { range: "bytes=123-1200122" });
    expect(part.headers.get("content-length")).toBe("1200000");
    expect(part.body.equals(content.subarray(123, 1_200_123))).toBe(true);
  });

  it("can have another type, ETag, lifetime and download name", async () => {
    const { key: drawing } = await opened.storage.put(Buffer.from("<svg/>"), {
      extension: "svg",
      contentType: "image/svg+xml",
    });
    const served = await serve(opened.storage, {
      contentType: "image/svg+xml; charset=utf-8",
      etag: '"v1"',
      cacheControl: "private, no-store",
      downloadName: 'Größe "1"\r\n/2.svg',
    });
    const { headers } = await getFile(served.url + drawing);
    expect(headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
    expect(headers.get("etag")).toBe('"v1"');
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("content-security-policy")).toContain("sandbox");
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="Gr__e _1____2.svg"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22___2.svg`,
    );
    expect((await getFile(served.url + drawing, { "if-none-match": '"v1"' })).response.status).toBe(304);
    await served.app.close();
  });
});

function comparable(headers: Headers): [string, string][] {
  return [...headers].filter(
    ([name]) => !["date", "x-request-id", "connection", "keep-alive"].includes(name),
  );
}

describe("delivery from disk", () => {
  let directory: string;
  let storage: DiskStorage;
  let served: Awaited<ReturnType<typeof serve>>;
  let large: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "deliver-"));
    storage = await openDiskStorage(directory);
    served = await serve(storage);
    large = (await storage.put(Buffer.alloc(30_000_000, 1), audio)).key;
  });

  afterAll(async () => {
    await served.app.close();
    await storage.close();
    await rm(directory, { recursive: true });
  });

  function startReading(headers: Record<string, string> = {}): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      request(served.url + large, { headers, agent: false }, resolve)
        .on("error", reject)
        .end();
    });
  }

  it.each([{}, { range: "bytes=0-9000000,20000000-29000000" }])(
    "releases everything if the client disconnects midway (%o)",
    async (headers) => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => startReading(headers)));
      expect(storage.descriptors()).toEqual({ open: 1, readers: 6 });
      for (const answer of answers) {
        answer.on("error", () => undefined);
        answer.destroy();
      }
      await expect.poll(() => storage.descriptors().readers).toBe(0);
    },
  );

  it("releases everything if the client disconnects before the response", async () => {
    for (const range of ["bytes=0-", "bytes=0-1000"]) {
      for (let round = 0; round < 20; round += 1) {
        const socket = connect(served.port, "127.0.0.1");
        socket.write(`GET /files/${large} HTTP/1.1\r\nHost: localhost\r\nRange: ${range}\r\n\r\n`, () =>
          socket.destroy(),
        );
        await new Promise((resolve) => socket.once("close", resolve));
      }
    }
    await expect.poll(() => storage.descriptors().readers).toBe(0);
    expect(storage.descriptors().open).toBeLessThan(2);
    expect((await getFile(served.url + large, { range: "bytes=0-1" })).response.status).toBe(206);
  });

  it("waits for a client that does not read instead of filling the memory", async () => {
    const before = usedBufferBytes();
    const answers = await Promise.all(Array.from({ length: 6 }, () => startReading()));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(usedBufferBytes() - before).toBeLessThan(60 << 20);
    for (const answer of answers) answer.on("error", () => undefined).destroy();
    await expect.poll(() => storage.descriptors().readers).toBe(0);
  });

  it("keeps memory flat, whole and in parts", async () => {
    const drain = async (headers: Record<string, string> = {}) => {
      const answer = await startReading(headers);
      let length = 0;
      for await (const piece of answer) length += piece.length;
      return length;
    };
    await drain({ range: "bytes=0-999999" });
    const before = usedBufferBytes();
    expect(await drain()).toBe(30_000_000);
    for (let part = 0; part < 24; part += 1) {
      const start = part * 1_000_000;
      expect(await drain({ range: `bytes=${start}-${start + 999_999}` })).toBe(1_000_000);
    }
    expect(usedBufferBytes() - before).toBeLessThan(20 << 20);
    await expect.poll(() => storage.descriptors().readers).toBe(0);
    expect(storage.descriptors().open).toBeLessThan(2);
  });

  it("no longer sends a deleted file", async () => {
    const { key } = await storage.put(Buffer.from("deleted soon"), audio);
    expect((await getFile(served.url + key)).response.status).toBe(200);
    await storage.delete(key);
    expect((await getFile(served.url + key)).response.status).toBe(404);
  });
});

describe("delivery by signed URLs", () => {
  it("redirects to the store, which sends the type, lifetime, name and ranges itself", async () => {
    const directory = await mkdtemp(join(tmpdir(), "deliver-"));
    const server = await startLoopbackS3(join(directory, "server"));
    const storage = await openS3Storage(
      { ...server.settings, signedUrls: true },
      join(directory, "spool"),
      POLL_TIMEOUT_MS,
    );
    const { key } = await storage.put(sample, audio);
    const { app, url } = await serve(storage, { downloadName: "a.mp3" });
    // Signed URLs change with the clock; here it stands still between two calls.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(async () => {
      vi.useRealTimers();
      await app.close();
      await storage.close();
      await server.stop();
      await rm(directory, { recursive: true });
    });

    const sent = await getFile(url + key);
    expect(sent.response.status).toBe(302);
    expect(sent.headers.get("cache-control")).toBe("private, max-age=600");
    const address = sent.headers.get("location") ?? "";
    expect((await getFile(url + key)).headers.get("location")).toBe(address);
    const whole = await getFile(address);
    expect(whole.body).toEqual(sample);
    expect(whole.headers.get("content-type")).toBe("audio/mpeg");
    expect(whole.headers.get("cache-control")).toBe(immutable);
    expect(whole.headers.get("content-disposition")).toContain('filename="a.mp3"');
    expect((await getFile(address, { range: "bytes=5-9" })).body).toEqual(sample.subarray(5, 10));
    expect(address).toMatch(/X-Amz-Expires=7200&.*X-Amz-Signature=[0-9a-f]{64}/);
    const head = await getFile(url + key, {}, "HEAD");
    expect([head.response.status, head.headers.get("content-length")]).toEqual([200, "3000"]);
    expect((await getFile(`${url}..%2f${key}`)).response.status).toBe(404);
  });
});
