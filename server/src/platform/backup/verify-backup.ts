import { createHash } from "node:crypto";
import { BackupError } from "./backup-error.ts";
import { verifyFiles } from "./copy-files.ts";
import { readTable } from "./dump-database.ts";
import type { DumpedTable, Manifest } from "./manifest.ts";
import type { Progress } from "./progress.ts";
import { type Repository, readKeys } from "./repository.ts";

/** Reads a whole backup. Returns what is missing or damaged in it. */
export async function verifyBackup(
  repository: Repository,
  manifest: Manifest,
  progress: Progress,
): Promise<string[]> {
  const problems: string[] = [];
  const check = async (run: () => Promise<void>) => {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      problems.push(error.message);
    }
  };
  await check(async () => void (await readKeys(repository, manifest.id)));
  for (const table of manifest.database.tables)
    await check(async () => {
      for await (const _ of verifiedTable(repository, manifest.id, table));
      progress.addRows(table.rows);
    });
  await check(async () => {
    const lost = await verifyFiles(repository, manifest, progress);
    problems.push(...lost.map((key) => `The file ${key} is missing or damaged.`));
  });
  return problems;
}

/** Streams a table and compares it with its checksum at the end. @throws BackupError if it differs */
export async function* verifiedTable(
  repository: Repository,
  id: string,
  table: DumpedTable,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const piece of readTable(repository, id, table)) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest("hex") !== table.sha256)
    throw new BackupError(`The backup ${id} is damaged: the table ${table.name} differs from its checksum.`);
}
