import { execFile } from "node:child_process";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { addSong } from "../../testing/fixtures/songs.ts";
import { collectFiles } from "./collect.ts";

const run = promisify(execFile);
const modules = {
  collect: new URL("./collect.ts", import.meta.url).href,
  context: new URL("../../testing/chain/chain-context.ts", import.meta.url).href,
};

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Collects files in a process that kills itself at a step of the `number`th deletion. */
async function collectAndDie(step: "before" | "after", number: number): Promise<void> {
  const program = `
    import { collectFiles } from ${JSON.stringify(modules.collect)};
    import { openChainContext } from ${JSON.stringify(modules.context)};
    const { context } = await openChainContext(${JSON.stringify({ url: database.url, folder: database.context.config.dataDir, evm: {} })});
    const die = () => process.kill(process.pid, "SIGKILL");
    let deletions = 0;
    const storage = { ...context.storage, async delete(key) {
      deletions += 1;
      if (deletions === ${number} && ${step === "before"}) die();
      await context.storage.delete(key);
      if (deletions === ${number} && ${step === "after"}) die();
    } };
    await collectFiles({ ...context, storage });`;
  const child = run(process.execPath, ["--no-warnings", "--input-type=module", "-e", program]);
  await expect(child).rejects.toMatchObject({ signal: "SIGKILL" });
}

it("a collector killed at any step loses no referenced file, and the next one deletes the rest", async () => {
  const { context } = database;
  const { db, storage } = context;
  const put = (content: string) =>
    storage.put(Buffer.from(content), { extension: "mp3", contentType: "audio/mpeg" });
  const kept = await put("referenced");
  await sql`update song set audio_key = ${kept.key} where id = ${await addSong(db)}`.execute(db);
  const files = await Promise.all(Array.from({ length: 4 }, (_, index) => put(`unreferenced ${index}`)));
  await sql`update stored_file set unreferenced_since = '2020-01-01'`.execute(db);
  // Even a wrong mark deletes nothing that is referenced.
  for (const step of ["before", "after"] as const) {
    for (const number of [1, 2]) {
      await collectAndDie(step, number);
      const stored = await put("unreferenced 3");
      expect((await buffer(await storage.read(stored.key))).toString()).toBe("unreferenced 3");
      expect((await buffer(await storage.read(kept.key))).toString()).toBe("referenced");
    }
  }
  await sql`update stored_file set unreferenced_since = '2020-01-01'`.execute(db);
  await collectFiles(context);
  expect(await storage.stat(kept.key)).toBeDefined();
  for (const { key } of files) expect(await storage.stat(key)).toBeUndefined();
  const { rows } = await sql<{ key: string }>`select key from stored_file`.execute(db);
  expect(rows).toEqual([{ key: kept.key }]);
});
