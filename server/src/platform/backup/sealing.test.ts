import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { BackupError } from "./backup-error.ts";
import { createDataKey, hideName, seal, sealedSize, unlockDataKey, unseal } from "./sealing.ts";

const dataKey = randomBytes(32);
const CHUNK = 256 << 10;
const piecesOf = (content: Buffer, size = 100_000) =>
  Readable.from(
    Array.from({ length: Math.ceil(content.length / size) }, (_, index) =>
      content.subarray(index * size, (index + 1) * size),
    ),
  );
const sealed = (content: Buffer) => buffer(seal(dataKey, "files/one", piecesOf(content)));
const unsealed = (content: Buffer, purpose = "files/one", size?: number) =>
  buffer(unseal(dataKey, purpose, piecesOf(content, size)));

describe("an encrypted object", () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])("returns %i bytes as they were", async (size) => {
    const content = randomBytes(size);
    const bytes = await sealed(content);
    expect(bytes.length).toBe(sealedSize(size));
    expect((await unsealed(bytes)).equals(content)).toBe(true);
    expect((await unsealed(bytes, "files/one", 7_001)).equals(content)).toBe(true);
  });

  it("is rejected if it was changed, cut, reordered, or belongs elsewhere", async () => {
    const bytes = await sealed(randomBytes(3 * CHUNK));
    const flipped = Buffer.from(bytes);
    flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 1;
    const chunk = CHUNK + 16;
    const part = (index: number) => bytes.subarray(20 + index * chunk, 20 + (index + 1) * chunk);
    const reordered = Buffer.concat([bytes.subarray(0, 20), part(1), part(0), part(2)]);
    const withoutEnd = bytes.subarray(0, 20 + 2 * chunk);
    for (const wrong of [flipped, reordered, withoutEnd, bytes.subarray(0, -1), bytes.subarray(0, 10)])
      await expect(unsealed(wrong)).rejects.toThrow(BackupError);
    await expect(unsealed(bytes, "files/two")).rejects.toThrow(BackupError);
  });

  it("fails as its source fails", async () => {
    const failing = async function* () {
      yield Buffer.alloc(10);
      throw new Error("disconnected");
    };
    await expect(buffer(seal(dataKey, "x", failing()))).rejects.toThrow("disconnected");
  });
});

it("a data key opens with its passphrase only", async () => {
  const cost = { N: 1 << 10, r: 8, p: 1 };
  const { dataKey: key, locked } = await createDataKey("correct horse", cost);
  expect((await unlockDataKey("correct horse", locked))?.equals(key)).toBe(true);
  expect(await unlockDataKey("correct house", locked)).toBeUndefined();
  expect(hideName(key, "a")).not.toBe(hideName(dataKey, "a"));
});
