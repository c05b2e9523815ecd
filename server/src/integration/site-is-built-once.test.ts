import { execFileSync } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";

/** A copy of the build script with sources of its own, and a bundler that only counts. */
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wrapsody-build-"));
  for (const path of ["bin", "web/src", "web/.fonts", "web/build/client/assets", "shared/src"])
    await mkdir(join(folder, path), { recursive: true });
  await copyFile(
    fileURLToPath(new URL("../../../web/build.ts", import.meta.url)),
    join(folder, "web/build.ts"),
  );
  await writeFile(join(folder, "web/fonts.ts"), "export const cutFonts = () => undefined;");
  await writeFile(join(folder, "web/src/page.tsx"), "first");
  await writeFile(join(folder, "shared/src/errors.ts"), "first");
  await writeFile(join(folder, "package-lock.json"), "{}");
  await writeFile(join(folder, "bin/react-router"), `#!/bin/sh\necho run >> "${folder}/runs"\n`);
  await chmod(join(folder, "bin/react-router"), 0o755);
  await writeFile(join(folder, "runs"), "");
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs the script. Returns how often it has built the site. */
async function build(): Promise<number> {
  const env = { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}` };
  execFileSync(process.execPath, [join(folder, "web/build.ts")], { env });
  return (await readFile(join(folder, "runs"), "utf8")).split("run").length - 1;
}

it("an unchanged site is built once, and again after a change of its sources or packages", async () => {
  expect(await build()).toBe(1);
  expect(await build()).toBe(1);
  for (const [index, path] of ["web/src/page.tsx", "shared/src/errors.ts", "package-lock.json"].entries()) {
    await writeFile(join(folder, path), "second");
    expect(await build()).toBe(index + 2);
    expect(await build()).toBe(index + 2);
  }
});
