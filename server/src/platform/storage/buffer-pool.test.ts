import { describe, expect, it } from "vitest";
import { givePiece, takePiece } from "./buffer-pool.ts";

const length = 200_000;

describe("a pooled buffer", () => {
  it("is reused after it was released, and not before", () => {
    const first = takePiece(length);
    const second = takePiece(length);
    expect(second.buffer).not.toBe(first.buffer);
    givePiece(first);
    const third = takePiece(length + 1_000);
    expect(third.buffer).toBe(first.buffer);
    expect(third).toHaveLength(length + 1_000);
    givePiece(second);
    givePiece(third);
  });

  it("that is released twice serves one caller at a time", () => {
    const piece = takePiece(length);
    givePiece(piece);
    givePiece(piece);
    const taken = [takePiece(length), takePiece(length)];
    expect(taken[0]?.buffer).not.toBe(taken[1]?.buffer);
    // The buffer has a new user now; the previous one has no effect on it.
    givePiece(piece);
    expect(takePiece(length).buffer).not.toBe(piece.buffer);
    taken.forEach(givePiece);
  });

  it("from elsewhere, or too small or too large, is never handed out", () => {
    for (const strange of [Buffer.allocUnsafeSlow(1 << 18), takePiece(1_000), takePiece(2 << 20)]) {
      givePiece(strange);
      expect(takePiece(strange.length).buffer).not.toBe(strange.buffer);
    }
  });

  it("is discarded if enough are free", () => {
    const taken = Array.from({ length: 40 }, () => takePiece(1 << 20));
    const buffers = new Set(taken.map(({ buffer }) => buffer));
    taken.forEach(givePiece);
    const again = Array.from({ length: 40 }, () => takePiece(1 << 20));
    const known = again.filter(({ buffer }) => buffers.has(buffer));
    expect(known.length).toBeGreaterThan(24);
    expect(known.length).toBeLessThanOrEqual(32);
  });
});
