import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoTrack } from "../../../../testing/media/mp3s.ts";
import { scanInWorker } from "./scan-in-worker.ts";

const megabyte = 1_000_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wrapsody-scan-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function upload(name: string, content: Buffer): Promise<{ path: string; size: number }> {
  const path = join(folder, name);
  await writeFile(path, content);
  return { path, size: content.length };
}

describe("the scan thread", () => {
  it("keeps hostile files off the event loop", async () => {
    const hostile = [
      [0xff, 0xfb, 0x90, 0x64],
      [0xff, 0xfb, 0x00, 0x40, 0x11],
      [0xff, 0xff, 0xff, 0xff],
    ];
    const files = await Promise.all(
      hostile.map((bytes, index) =>
        upload(`hostile-${index}`, Buffer.alloc(10 * megabyte, Buffer.from(bytes))),
      ),
    );
    // Starts the thread.
    await scanInWorker(await upload("track", demoTrack("kiln")));
    const before = { loop: process.threadCpuUsage(), process: process.cpuUsage() };
    const results = await Promise.allSettled(files.map((file) => scanInWorker(file)));
    const loop = process.threadCpuUsage(before.loop);
    const all = process.cpuUsage(before.process);
    for (const result of results) expect(result).toMatchObject({ reason: { name: "UnusableAudio" } });
    // If the event loop scanned the files, all processor time would be its own. It may collect garbage in the meantime.
    expect(loop.user + loop.system).toBeLessThan((all.user + all.system) * 0.75);
  });

  /** No scan ends within the test. */
  const endless = { path: "/dev/zero", size: 2 ** 44 };

  it("rejects a file that exceeds its CPU budget as damaged, and scans the next", async () => {
    await expect(scanInWorker(endless, { cpuBudgetMs: 50 })).rejects.toMatchObject({ problem: "mostlyJunk" });
    expect(await scanInWorker(await upload("track", demoTrack("kiln")))).toMatchObject({
      sampleRate: 44_100,
    });
  });

  it("rejects a file that takes too long as damaged, and scans the next in a new thread", async () => {
    const file = await upload("track", demoTrack("kiln"));
    const [late, next] = await Promise.allSettled([
      scanInWorker(endless, { cpuBudgetMs: 600_000, timeoutMs: 200 }),
      scanInWorker(file),
    ]);
    expect(late).toMatchObject({ reason: { problem: "mostlyJunk" } });
    expect(next).toMatchObject({ value: { sampleRate: 44_100 } });
  });

  it("reports a file that cannot be read, and scans the next", async () => {
    const gone = { path: join(folder, "gone"), size: 1000 };
    await expect(scanInWorker(gone)).rejects.toThrow("ENOENT");
    const file = await upload("truncated", demoTrack("kiln"));
    await expect(scanInWorker({ ...file, size: file.size + 1 })).rejects.toThrow("truncated");
    expect(await scanInWorker(file)).toMatchObject({ sampleRate: 44_100 });
  });
});
