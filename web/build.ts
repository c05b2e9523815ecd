import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Builds the site, unless the build that is there was made from these very sources. */
const here = fileURLToPath(new URL(".", import.meta.url));
const stampFile = `${here}build/stamp`;
const stamp = stampOf([
  ...globSync(["src/**/*", "public/**/*", "*.ts"], { cwd: here }).map((path) => `${here}${path}`),
  ...globSync("../shared/src/**/*.ts", { cwd: here }).map((path) => `${here}${path}`),
  `${here}../package-lock.json`,
]);

if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== stamp) {
  execFileSync("react-router", ["build"], { cwd: here, stdio: ["ignore", "ignore", "inherit"] });
  for (const path of globSync("build/client/**/*.{js,css,svg,json,txt}", { cwd: here }))
    compress(`${here}${path}`);
  writeFileSync(stampFile, stamp);
}

function stampOf(files: string[]): string {
  const hash = createHash("sha256");
  for (const file of files.sort()) {
    const content = readIfFile(file);
    if (content !== undefined) hash.update(file.slice(here.length)).update("\0").update(content).update("\0");
  }
  return hash.digest("hex");
}

function readIfFile(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Compressed once here, so that no request pays for it. */
function compress(path: string): void {
  const content = readFileSync(path);
  if (content.length < 1_000) return;
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
}
