import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import type { ArtworkSpec } from "./engine/compose/compose.ts";
import { photoPlaceholder, renderPreviews } from "./render.ts";

const COUNT = 6;
const SIDE = 300;
const place = (left: number) => ({ left, top: left, width: 300, height: 300 });
const pictures = Array.from(
  { length: COUNT },
  (_, index): ArtworkSpec => ({
    ground: "#f6f6f2",
    layers: [{ kind: "image", id: photoPlaceholder, place: place(index * 100) }],
  }),
);

let databases: TestDatabase[];
/** Its contexts are the threads that rendered. */
const posted = vi.spyOn(Worker.prototype, "postMessage");
const threads = () => new Set(posted.mock.contexts as Worker[]);

beforeAll(async () => {
  databases = [await testDatabase({ RENDER_THREADS: "1" }), await testDatabase({ RENDER_THREADS: "2" })];
});
afterAll(async () => {
  posted.mockRestore();
  for (const database of databases) await database.close();
});

async function renderAll({ context }: TestDatabase): Promise<string[]> {
  const previews = await renderPreviews(context, pictures, SIDE);
  return previews.map((preview) => createHash("sha256").update(preview).digest("hex"));
}

it("RENDER_THREADS sets the number of threads, which render the same pictures", async () => {
  const rendered = [];
  for (const [index, database] of databases.entries()) {
    posted.mockClear();
    rendered.push(await renderAll(database));
    const used = threads();
    expect(used.size).toBe(index + 1);
    for (const thread of used) await thread.terminate();
  }
  expect(rendered[1]).toEqual(rendered[0]);
  expect(new Set(rendered[0]).size).toBe(COUNT);
});
