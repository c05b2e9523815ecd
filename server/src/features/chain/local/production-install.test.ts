import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";
import { requireAnvil } from "./anvil.ts";

const readLock = async () => {
  const text = await readFile(new URL("../../../../../package-lock.json", import.meta.url), "utf8");
  const entry = z.object({ dev: z.boolean().default(false), resolved: z.string().optional() });
  return Object.entries(z.object({ packages: z.record(z.string(), entry) }).parse(JSON.parse(text)).packages);
};

/** The local chain's node, and what contracts are built and tested with. */
const isDevelopmentTool = (path: string) => /node_modules\/(@foundry-rs\/.+|solc)$/.test(path);

test("a production install contains no anvil, forge or solc", async () => {
  const tools = (await readLock()).filter(([path]) => isDevelopmentTool(path));
  expect(tools.map(([path]) => path)).toEqual(
    expect.arrayContaining([
      "node_modules/@foundry-rs/anvil",
      "node_modules/@foundry-rs/forge",
      "node_modules/solc",
    ]),
  );
  expect(tools.filter(([, { dev }]) => !dev)).toEqual([]);
});

test("the lockfile names no registry", async () => {
  expect((await readLock()).filter(([, { resolved = "" }]) => resolved.includes("://"))).toEqual([]);
});

test("a start of the local chain without anvil fails with instructions", () => {
  expect(() => requireAnvil(`${pathToFileURL(tmpdir())}/index.js`)).toThrow(
    /^The local chain needs the package @foundry-rs\/anvil.*LOCAL_CHAIN=0\.$/,
  );
});
