import { describe, expect, it } from "vitest";
import { acquireBuffer, releaseBuffer } from "./buffer-pool.ts";

const length = 200_000;

describe("a pooled buffer", () => {
  it("is reused after it was released, and not before", () => {
    const first = acquireBuffer(length);
    const second = acquireBuffer(length);
    expect(second.buffer).not.toBe(first.buffer);
    releaseBuffer(first);
    const third = acquireBuffer(length + 1_000);
    expect(third.buffer).toBe(first.buffer);
    expect(third).toHaveLength(length + 1_000);
    releaseBuffer(second);
    releaseBuffer(third);
  });

  it("that is released twice serves one caller at a time", () => {
    const piece = acquireBuffer(length);
    releaseBuffer(piece);
    releaseBuffer(piece);
    const acquired = [acquireBuffer(length), acquireBuffer(length)];
    expect(acquired[0]?.buffer).not.toBe(acquired[1]?.buffer);
    // The buffer has a new user now; the previous one has no effect on it.
    releaseBuffer(piece);
    expect(acquireBuffer(length).buffer).not.toBe(piece.buffer);
    acquired.forEach(releaseBuffer);
  });

  it("from elsewhere, or too small or too large, is never handed out", () => {
    for (const strange of [Buffer.allocUnsafeSlow(1 << 18), acquireBuffer(1_000), acquireBuffer(2 << 20)]) {
      releaseBuffer(strange);
      expect(acquireBuffer(strange.length).buffer).not.toBe(strange.buffer);
    }
  });

  it("is discarded if enough are free", () => {
    const acquired = Array.from({ length: 40 }, () => acquireBuffer(1 << 20));
    const buffers = new Set(acquired.map(({ buffer }) => buffer));
    acquired.forEach(releaseBuffer);
    const reacquired = Array.from({ length: 40 }, () => acquireBuffer(1 << 20));
    const known = reacquired.filter(({ buffer }) => buffers.has(buffer));
    expect(known.length).toBeGreaterThan(24);
    expect(known.length).toBeLessThanOrEqual(32);
  });
});
