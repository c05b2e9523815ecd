import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POLL_TIMEOUT_MS } from "../../../../checks/test-limits.ts";
import { startLoopbackS3 } from "../../testing/media/loopback-s3.ts";
import { usedBufferBytes } from "../../testing/used-buffer-bytes.ts";
import { openDiskStorage } from "./disk.ts";
import { openS3Storage } from "./s3.ts";
import type { Storage } from "./storage.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "storage-memory-"));
});
afterAll(() => rm(directory, { recursive: true }));

it("stores and reads 400 MB on disk with flat memory", async () => {
  const storage = await openDiskStorage(join(directory, "disk"));
  await expectFlatMemory(storage);
  await storage.close();
});

it("stores and reads 400 MB in an S3-compatible store with flat memory", async () => {
  const server = await startLoopbackS3(join(directory, "server"));
  const storage = await openS3Storage(server.settings, join(directory, "spool"), POLL_TIMEOUT_MS);
  await expectFlatMemory(storage);
  await storage.close();
  await server.stop();
});

async function expectFlatMemory(storage: Storage): Promise<void> {
  const start = usedBufferBytes();
  let peakBytes = 0;
  let pieces = 0;
  const watch = () => {
    pieces += 1;
    if (pieces % 100 === 0) peakBytes = Math.max(peakBytes, usedBufferBytes() - start);
  };
  const binary = { extension: "bin", contentType: "application/octet-stream" };
  const { key, hash, size } = await storage.put(generateMegabytes(400, watch), binary);
  expect(size).toBe(400 << 20);
  const read = createHash("sha256");
  for await (const piece of await storage.read(key)) {
    read.update(piece);
    watch();
  }
  expect(read.digest("hex")).toBe(hash);
  expect(peakBytes).toBeLessThan(100 << 20);
}

async function* generateMegabytes(count: number, onPiece: () => void): AsyncGenerator<Buffer> {
  for (let piece = 0; piece < count * 16; piece += 1) {
    onPiece();
    yield Buffer.alloc(65_536, piece);
  }
}
