import { describe, expect, it, vi } from "vitest";
import type { OpenFile } from "../../../../platform/storage/storage.ts";
import { junk, sample, silence, withoutInfo } from "../../../../testing/media/mp3s.ts";
import { UnusableAudio } from "../audio-problems.ts";
import { analyzeInWorker, WorkerTerminated } from "./analyze-in-worker.ts";

const track = withoutInfo(sample("cbr-44100.mp3"));

function openBuffer(content: Buffer): OpenFile {
  return {
    size: content.length,
    contentType: "audio/mpeg",
    modifiedAt: new Date(),
    read: async ({ start, end }) => content.subarray(start, end + 1),
    stream: () => Promise.reject(new Error("not used by the analysis")),
    release: () => undefined,
  };
}

describe("the analysis thread", () => {
  it("is terminated when it takes too long", async () => {
    await expect(analyzeInWorker(openBuffer(track), 1)).rejects.toBeInstanceOf(WorkerTerminated);
  });

  it("is limited in number, and frees its slot when it ends or is terminated", async () => {
    const all = Array.from({ length: 6 }, (_, index) =>
      analyzeInWorker(openBuffer(track), index % 2 === 0 ? 60_000 : 1),
    );
    const ended = await Promise.allSettled(all);
    expect(ended.map(({ status }) => status)).toEqual(
      ended.map((_, index) => (index % 2 === 0 ? "fulfilled" : "rejected")),
    );
  });

  it("is kept for the next file", async () => {
    await analyzeInWorker(openBuffer(track));
    const started = vi.fn();
    process.on("worker", started);
    const analysed = await analyzeInWorker(openBuffer(track));
    process.off("worker", started);
    expect(analysed.sampleRate).toBe(44_100);
    expect(started).not.toHaveBeenCalled();
  });

  it("passes on errors of the storage", async () => {
    const broken = {
      ...openBuffer(track),
      read: () => Promise.reject(new Error("the store is unreachable")),
    };
    await expect(analyzeInWorker(broken)).rejects.toThrow("the store is unreachable");
  });

  it("rejects a file that it cannot decode", async () => {
    await expect(analyzeInWorker(openBuffer(junk(50_000)))).rejects.toBeInstanceOf(UnusableAudio);
  });

  it("survives frames of random bytes", { retry: 0 }, async () => {
    const frames = silence(400, { kilobits: 128 });
    for (let at = 0; at + 417 <= frames.length; at += 417) junk(380, at + 1).copy(frames, at + 36);
    const noise = silence(400, { kilobits: 128 });
    for (let at = 0; at + 417 <= noise.length; at += 417) junk(410, at + 1).copy(noise, at + 4);
    for (const bytes of [frames, noise]) {
      const result = await analyzeInWorker(openBuffer(bytes)).catch((error: unknown) => error);
      if (result instanceof Error) expect(result).toBeInstanceOf(UnusableAudio);
      else expect(result).toMatchObject({ sampleRate: 44_100, duration: expect.any(Number) });
    }
  });
});
