import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POLL_TIMEOUT_MS } from "../../../../checks/test-limits.ts";
import { startLoopbackS3 } from "../../testing/media/loopback-s3.ts";
import { openDiskStorage } from "./disk.ts";
import { buildKey } from "./key.ts";
import { openS3Storage } from "./s3.ts";
import type { Storage } from "./storage.ts";

const text = { extension: "txt", contentType: "text/plain; charset=utf-8" };
const binary = { extension: "bin", contentType: "application/octet-stream" };
const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");

type Opened = { storage: Storage; spool: string; listStored(): Promise<string[]>; close(): Promise<void> };

async function openDisk(directory: string): Promise<Opened> {
  const storage = await openDiskStorage(directory);
  return {
    storage,
    spool: join(directory, "tmp"),
    listStored: () => filesBelow(directory),
    close: () => storage.close(),
  };
}

async function openS3(directory: string): Promise<Opened> {
  const server = await startLoopbackS3(join(directory, "server"));
  const spool = join(directory, "spool");
  const storage = await openS3Storage(server.settings, spool, POLL_TIMEOUT_MS);
  const close = async () => {
    await storage.close();
    await server.stop();
  };
  return { storage, spool, listStored: () => filesBelow(join(directory, "server", "files")), close };
}

async function filesBelow(directory: string): Promise<string[]> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}

async function contentOf(stream: Readable): Promise<string> {
  return Buffer.concat(await stream.toArray()).toString("latin1");
}

async function* megabytes(count: number, onPiece: () => void): AsyncGenerator<Buffer> {
  for (let piece = 0; piece < count * 16; piece += 1) {
    onPiece();
    yield Buffer.alloc(65_536, piece);
  }
}

describe.each([
  ["on disk", openDisk],
  ["in an S3-compatible store", openS3],
])("files stored %s", (_, open) => {
  let directory: string;
  let opened: Opened;
  let storage: Storage;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "storage-"));
    opened = await open(directory);
    storage = opened.storage;
  });

  afterAll(async () => {
    await opened.close();
    await rm(directory, { recursive: true });
  });

  it("are found by their content hash", async () => {
    const stored = await storage.put(Buffer.from("a song"), text);
    const hash = sha256("a song");
    expect(stored).toEqual({ key: buildKey(hash, "txt"), hash, size: 6, contentType: "text/plain" });
    expect(stored.key).toBe(`${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}.txt`);
    expect(await storage.stat(stored.key)).toEqual({ size: 6, contentType: "text/plain" });
    expect(await contentOf(await storage.read(stored.key))).toBe("a song");
  });

  it("can come from streams and generators as well as buffers", async () => {
    const stream = new PassThrough();
    const putting = storage.put(stream, text);
    stream.write("in two ");
    stream.end("pieces");
    const streamed = await putting;
    async function* pieces() {
      yield new TextEncoder().encode("in two ");
      yield Buffer.from("pieces");
    }
    expect(await storage.put(pieces(), text)).toEqual(streamed);
    expect(await contentOf(await storage.read(streamed.key))).toBe("in two pieces");
  });

  it("are rejected from a stream of text instead of bytes", async () => {
    const stream = new PassThrough().setEncoding("utf8");
    stream.end("text");
    await expect(storage.put(stream, text)).rejects.toThrow(TypeError);
  });

  it("are announced before they are stored, and not stored if that fails", async () => {
    const content = Buffer.from(`announced first ${randomUUID()}`);
    const announced: unknown[] = [];
    const beforeStore = async (file: { key: string }) => {
      announced.push(file, await storage.stat(file.key));
    };
    const stored = await storage.put(content, { ...text, beforeStore });
    expect(announced).toEqual([stored, undefined]);
    const refuse = async () => {
      throw new Error("refused");
    };
    const refused = buildKey(sha256("refused"), "txt");
    await expect(storage.put(Buffer.from("refused"), { ...text, beforeStore: refuse })).rejects.toThrow(
      "refused",
    );
    expect(await storage.stat(refused)).toBeUndefined();
  });

  it("can be empty", async () => {
    const { key, size } = await storage.put(Buffer.alloc(0), binary);
    expect(size).toBe(0);
    expect(await storage.stat(key)).toEqual({ size: 0, contentType: "application/octet-stream" });
    expect(await contentOf(await storage.read(key))).toBe("");
  });

  it("are stored once if the same content is stored twenty times concurrently", { retry: 0 }, async () => {
    const before = (await opened.listStored()).length;
    const content = Buffer.alloc(300_000, "twenty");
    const stored = await Promise.all(Array.from({ length: 20 }, () => storage.put(content, binary)));
    expect(new Set(stored.map(({ key }) => key)).size).toBe(1);
    const { key } = await storage.put(content, binary);
    expect(await contentOf(await storage.read(key))).toBe(content.toString("latin1"));
    const after = await opened.listStored();
    expect(after.filter((name) => name.includes(sha256(content))).length).toBeGreaterThan(0);
    const perFile = (await opened.listStored()).filter((name) => name.includes(sha256("a song"))).length;
    expect(after.length - before).toBe(perFile);
  });

  it("leave nothing if the source fails midway", async () => {
    const before = await opened.listStored();
    async function* breaking() {
      yield Buffer.alloc(3_000_000, 1);
      throw new Error("the line went dead");
    }
    await expect(storage.put(breaking(), binary)).rejects.toThrow("the line went dead");
    const stream = new PassThrough();
    const putting = storage.put(stream, binary);
    stream.write(Buffer.alloc(10_000));
    setTimeout(() => stream.destroy(), 20);
    await expect(putting).rejects.toThrow(/premature close/i);
    expect(await opened.listStored()).toEqual(before);
    expect(await readdir(opened.spool)).toEqual([]);
  });

  it("are rejected over the limit, with nothing left and the source stopped", async () => {
    const before = await opened.listStored();
    let pieces = 0;
    const source = megabytes(50, () => {
      pieces += 1;
    });
    await expect(storage.put(source, { ...binary, maxBytes: 1_000_000 })).rejects.toMatchObject({
      code: "E0008",
    });
    expect(pieces).toBe(16);
    expect(await opened.listStored()).toEqual(before);
    expect(await readdir(opened.spool)).toEqual([]);
    const exact = await storage.put(Buffer.alloc(1000, 7), { ...binary, maxBytes: 1000 });
    expect(exact.size).toBe(1000);
  });

  it("are rejected if the extension is unknown or does not match the media type", async () => {
    const content = Buffer.from("<script>");
    await expect(storage.put(content, { extension: "html", contentType: "text/html" })).rejects.toThrow(
      TypeError,
    );
    await expect(storage.put(content, { extension: "png", contentType: "text/html" })).rejects.toThrow(
      TypeError,
    );
    await expect(storage.put(content, { extension: "../x", contentType: "image/png" })).rejects.toThrow(
      TypeError,
    );
    await expect(
      storage.put(content, { extension: "constructor", contentType: "image/png" }),
    ).rejects.toThrow(TypeError);
  });

  it("are reported as missing if they are missing or the key is invalid", async () => {
    const missing = buildKey(sha256("never stored"), "txt");
    for (const key of [
      missing,
      "../../etc/passwd",
      "",
      "tmp",
      `x${missing}`,
      missing.toUpperCase(),
      `${missing}\0`,
    ]) {
      expect(await storage.stat(key)).toBeUndefined();
      expect(await storage.open(key)).toBeUndefined();
      await expect(storage.read(key)).rejects.toMatchObject({ code: "E0001" });
      await storage.delete(key);
    }
  });

  it("are read by ranges with both ends included", async () => {
    const { key } = await storage.put(Buffer.from("0123456789"), text);
    expect(await contentOf(await storage.read(key, { start: 0, end: 0 }))).toBe("0");
    expect(await contentOf(await storage.read(key, { start: 3, end: 5 }))).toBe("345");
    expect(await contentOf(await storage.read(key, { start: 9, end: 9 }))).toBe("9");
    for (const range of [
      { start: 0, end: 10 },
      { start: 5, end: 4 },
      { start: -1, end: 2 },
      { start: 0.5, end: 2 },
    ]) {
      await expect(storage.read(key, range)).rejects.toMatchObject({ code: "E0012" });
    }
    const file = await storage.open(key);
    expect(file).toMatchObject({ size: 10, contentType: "text/plain" });
    expect((await file?.read({ start: 2, end: 8 }))?.toString()).toBe("2345678");
    expect(Math.abs(Date.now() - (file?.modifiedAt.getTime() ?? 0))).toBeLessThan(3_600_000);
    file?.release();
  });

  it("are missing once deleted, and can be stored again", async () => {
    const { key } = await storage.put(Buffer.from("short-lived"), text);
    expect(await contentOf(await storage.read(key))).toBe("short-lived");
    await storage.delete(key);
    await storage.delete(key);
    expect(await storage.stat(key)).toBeUndefined();
    await expect(storage.read(key)).rejects.toMatchObject({ code: "E0001" });
    await storage.put(Buffer.from("short-lived"), text);
    expect(await contentOf(await storage.read(key))).toBe("short-lived");
  });

  it("are listed with their sizes", async () => {
    const kept = await storage.put(Buffer.from("listed"), text);
    const deleted = await storage.put(Buffer.from("not listed"), text);
    await storage.delete(deleted.key);
    const listed = new Map((await Array.fromAsync(storage.list())).map((file) => [file.key, file]));
    expect(listed.get(kept.key)).toEqual({ key: kept.key, size: 6, modifiedAt: expect.any(Date) });
    expect(listed.has(deleted.key)).toBe(false);
  });

  it("can be written and read, as the health check reports", async () => {
    await expect(storage.check()).resolves.toBeUndefined();
  });
});
