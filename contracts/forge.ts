import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Returns the path of the binary, because the package's own script may check for updates. */
function forgePath(): string {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve("@foundry-rs/forge/package.json"));
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  return resolve(`@foundry-rs/forge-${process.platform}-${architecture}/bin/forge`);
}

/** Runs the forge tests of a folder offline. Returns the output and whether all tests passed. */
export async function runForge(
  tests: "test" | "gas",
  options: readonly string[] = [],
): Promise<{ passed: boolean; output: string }> {
  const scratch = await mkdtemp(join(tmpdir(), "wrapsody-forge-"));
  const environment = {
    ...process.env,
    FOUNDRY_TEST: tests,
    FOUNDRY_OUT: join(scratch, "out"),
    FOUNDRY_CACHE_PATH: join(scratch, "cache"),
    FOUNDRY_FUZZ_FAILURE_PERSIST_DIR: scratch,
    FOUNDRY_INVARIANT_FAILURE_PERSIST_DIR: scratch,
    NO_COLOR: "1",
  };
  const args = ["test", "--use", join(folder, "solc"), "--offline", ...options];
  try {
    return await new Promise((resolve) => {
      execFile(
        forgePath(),
        args,
        { cwd: folder, env: environment, maxBuffer: 64 << 20 },
        (error, stdout, stderr) => resolve({ passed: error === null, output: `${stdout}${stderr}` }),
      );
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
