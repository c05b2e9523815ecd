import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DiskStorage, openDiskStorage } from "./disk.ts";

const run = promisify(execFile);
const binary = { extension: "bin", contentType: "application/octet-stream" };
const module = new URL("./disk.ts", import.meta.url).href;

describe("files on disk", () => {
  let root: string;
  let storage: DiskStorage;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "disk-"));
    storage = await openDiskStorage(root, 4);
  });

  afterEach(async () => {
    await storage.close();
    await rm(root, { recursive: true });
  });

  /** Runs code with the storage of `root` in a process of its own. */
  async function inChild(body: string, limit = "unlimited") {
    const program = `import { openDiskStorage } from ${JSON.stringify(module)};
      const storage = await openDiskStorage(${JSON.stringify(root)}); ${body}`;
    const command = `ulimit -f ${limit}; exec "$0" --no-warnings --input-type=module -e "$1"`;
    return run("sh", ["-c", command, process.execPath, program]);
  }

  it("of processes that died while writing are removed at the next start, those of running ones are not", async () => {
    await inChild(`
      import { readdirSync } from "node:fs";
      async function* endless() {
        for (;;) {
          yield Buffer.alloc(2_000_000);
          if (readdirSync(${JSON.stringify(join(root, "tmp"))}).length > 0) process.kill(process.pid, "SIGKILL");
        }
      }
      await storage.put(endless(), ${JSON.stringify(binary)});`).catch(() => undefined);
    const left = await readdir(join(root, "tmp"));
    expect(left).toHaveLength(1);

    const host = hostname().replaceAll(/[^A-Za-z0-9-]/g, "-");
    const others = [`${host}.${process.ppid}.abcd1234.living`, "another-machine.17.abcd1234.new"];
    const old = "another-machine.17.abcd1234.old";
    const earlierRun = `${host}.${process.pid}.abcd1234.before`;
    for (const name of [...others, old, earlierRun]) await writeFile(join(root, "tmp", name), "half");
    await utimes(join(root, "tmp", old), 1_700_000_000, 1_700_000_000);

    const next = await openDiskStorage(root);
    await next.close();
    expect((await readdir(join(root, "tmp"))).sort()).toEqual(others.sort());
  });

  it("that exceed the free space are rejected with a clear error and leave nothing", async () => {
    const { stdout } = await inChild(
      `await storage.put(Buffer.alloc(5_000_000), ${JSON.stringify(binary)}).catch((error) =>
         console.log(error.name, error.message));
       const small = await storage.put(Buffer.from("small"), ${JSON.stringify(binary)});
       console.log(small.size);
       await storage.close();`,
      "1000",
    );
    expect(stdout).toBe("StorageFullError No space left to store the file (EFBIG).\n5\n");
    expect(await readdir(join(root, "tmp"))).toEqual([]);
  });

  it("that were damaged are repaired by storing them again", async () => {
    const { key } = await storage.put(Buffer.from("whole again"), binary);
    await truncate(join(root, key), 3);
    await storage.put(Buffer.from("whole again"), binary);
    expect((await stat(join(root, key))).size).toBe(11);
  });

  it("that lose bytes while they are read fail the read instead of truncating it", async () => {
    const { key } = await storage.put(Buffer.alloc(1000), binary);
    const file = await storage.open(key);
    await truncate(join(root, key), 500);
    await expect(file?.read({ start: 0, end: 999 })).rejects.toThrow("shorter");
    file?.release();
  });

  it("stay open up to the limit, and beyond it only while they are read", async () => {
    const keys: string[] = [];
    for (let index = 0; index < 10; index += 1)
      keys.push((await storage.put(Buffer.from([index]), binary)).key);
    const files = await Promise.all(keys.map((key) => storage.open(key)));
    expect(storage.descriptors()).toEqual({ open: 10, readers: 10 });
    for (const [index, file] of files.entries())
      expect((await file?.read({ start: 0, end: 0 }))?.[0]).toBe(index);
    for (const file of files) {
      file?.release();
      file?.release();
    }
    const last = await storage.open(keys[9] ?? "");
    last?.release();
    await expect.poll(() => storage.descriptors()).toEqual({ open: 4, readers: 0 });
  });

  it("that are open are available immediately until they are deleted", async () => {
    const { key } = await storage.put(Buffer.from("ready"), binary);
    expect(storage.opened?.(key)).toBeUndefined();
    (await storage.open(key))?.release();
    const ready = storage.opened?.(key);
    expect(storage.descriptors()).toEqual({ open: 1, readers: 1 });
    await storage.delete(key);
    expect(storage.opened?.(key)).toBeUndefined();
    expect((await ready?.read({ start: 1, end: 3 }))?.toString()).toBe("ead");
    ready?.release();
    await expect.poll(() => storage.descriptors()).toEqual({ open: 0, readers: 0 });
  });

  it("that are deleted can be read to the end by current readers, and not by later ones", async () => {
    const { key } = await storage.put(Buffer.from("going"), binary);
    const file = await storage.open(key);
    await storage.delete(key);
    expect((await file?.read({ start: 0, end: 4 }))?.toString()).toBe("going");
    expect(await storage.open(key)).toBeUndefined();
    file?.release();
    await expect.poll(() => storage.descriptors()).toEqual({ open: 0, readers: 0 });
  });

  it("close their descriptor when their stream ends, is destroyed or never starts", async () => {
    const { key } = await storage.put(Buffer.alloc(2_000_000), binary);
    await (await storage.read(key)).toArray();
    const half = await storage.read(key);
    for await (const _ of half) break;
    (await storage.read(key)).destroy();
    await expect.poll(() => storage.descriptors().readers).toBe(0);
    await storage.close();
    await expect.poll(() => storage.descriptors()).toEqual({ open: 0, readers: 0 });
  });
});
