import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Writes what made a test fail to a file, because it may be long and binary. Returns its path in the repository. */
export function saveFailure(name: string, content: Buffer | string): string {
  const path = join("test-results", `fuzz-${name}`);
  mkdirSync(join(root, "test-results"), { recursive: true });
  writeFileSync(join(root, path), content);
  return path;
}
