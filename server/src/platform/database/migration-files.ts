import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type MigrationFile = {
  name: string;
  text: string;
  checksum: string;
  /**
   * Marked by a first line that begins with `-- contract`: removes or narrows what earlier versions use, so they refuse to
   * start after it. All others only add, and earlier versions keep running beside them.
   */
  isContract: boolean;
};

export const MIGRATIONS_FOLDER = fileURLToPath(new URL("../../../migrations/", import.meta.url));

/** Lists the names of the migrations of this version, in the order in which they run. */
export async function listMigrationFiles(folder = MIGRATIONS_FOLDER): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
}

export async function readMigrationFiles(folder = MIGRATIONS_FOLDER): Promise<MigrationFile[]> {
  const names = await listMigrationFiles(folder);
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), "utf8");
      return {
        name,
        text,
        checksum: createHash("sha256").update(text).digest("hex"),
        isContract: /^-- contract\b/.test(text),
      };
    }),
  );
}
