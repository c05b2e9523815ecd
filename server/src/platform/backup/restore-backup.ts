import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { openDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { readMigrationFiles } from "../database/migration-files.ts";
import { migrateQueue } from "../jobs/queue.ts";
import { createLog } from "../log.ts";
import type { StorageKey } from "../storage/key.ts";
import { isStorageFull, type Storage } from "../storage/storage.ts";
import { BackupError } from "./backup-error.ts";
import { withConnection } from "./connection.ts";
import { restoreFiles } from "./copy-files.ts";
import { countRows } from "./dump-database.ts";
import type { DumpedTable, Manifest } from "./manifest.ts";
import { formatCount, type Progress } from "./progress.ts";
import type { Repository } from "./repository.ts";
import {
  addForeignKeys,
  analyzeTables,
  beginLoading,
  copyIntoTable,
  countPrograms,
  createPartition,
  dropEverything,
  dropForeignKeys,
  enableTriggers,
  endRestoreProgress,
  lockRestore,
  prepareTables,
  readDatabaseName,
  readRestoreProgress,
  requireQuarantine,
  setLoaded,
  setSequence,
  startRestoreProgress,
} from "./restore.data.ts";
import { listTables } from "./snapshot.data.ts";
import { verifiedTable } from "./verify-backup.ts";

export type RestoreInput = {
  repository: Repository;
  manifest: Manifest;
  databaseUrl: string;
  storage: Storage;
  /** The name of the database whose content may be deleted. */
  overwrite: string | undefined;
  /** Holds mails, webhooks, payments and chain transactions until they are released. */
  isQuarantined: boolean;
  progress: Progress;
};

/**
 * Restores a backup. Programs do not start on the database until everything is there; a repeat continues after an
 * interruption. Returns the files that the backup has lost.
 *
 * @throws BackupError if the database is in use or not empty, or the backup is of a newer version or damaged
 */
export async function restoreBackup(input: RestoreInput): Promise<StorageKey[]> {
  const { repository, manifest, databaseUrl, storage, progress } = input;
  await checkMigrations(manifest);
  return withConnection(databaseUrl, async (lock) => {
    if (!(await lockRestore(lock))) throw new BackupError("Another restore of this database is running.");
    return withConnection(databaseUrl, async (client) => {
      progress.report(`Restoring ${manifest.id} of ${manifest.site}`);
      if (await prepareDatabase(client, input)) await loadDatabase(client, input);
      const ran = await migrate(databaseUrl, { restore: { only: undefined } });
      if (ran.length > 0) progress.report(`Migrations of this version: ${ran.join(", ")}`);
      const lost = await restoreFiles(storage, { repository, manifest, progress });
      progress.report(`Files: ${formatCount(manifest.files.count - lost.length)}`);
      await analyzeTables(client);
      await endRestoreProgress(client);
      return lost;
    });
  });
}

/** @throws BackupError if this version does not know the schema of the backup */
async function checkMigrations({ database, version }: Manifest): Promise<void> {
  const files = await readMigrationFiles();
  const known = new Map(files.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of database.migrations)
    if (known.get(name) !== checksum)
      throw new BackupError(
        `The backup was made by version ${version} with the migration ${name}, which this version does not have. Restore it with that version or a later one.`,
      );
}

/**
 * Leaves an empty database that is marked as incomplete. Returns false if this backup is loaded already.
 * @throws BackupError if the database is in use, or has content that must not be deleted
 */
async function prepareDatabase(client: pg.Client, input: RestoreInput): Promise<boolean> {
  const { manifest, overwrite, isQuarantined } = input;
  const programs = await countPrograms(client);
  if (programs > 0)
    throw new BackupError(
      `The program is running on this database (${formatCount(programs)} processes). Stop it first.`,
    );
  const interrupted = await readRestoreProgress(client);
  const isSame = interrupted?.backup_id === manifest.id;
  if (interrupted?.is_loaded === true && isSame) {
    if (isQuarantined) await requireQuarantine(client);
    return false;
  }
  const isEmpty = (await listTables(client)).length === 0 || interrupted?.is_loaded === false;
  const name = await readDatabaseName(client);
  if (!isEmpty && overwrite !== name)
    throw new BackupError(
      `The database ${name} is not empty. Restore into an empty one, or add --overwrite ${name} to delete its content.`,
    );
  // A repeat without the option must not release what an interrupted restore holds.
  const wasQuarantined = isSame && interrupted?.is_quarantined === true;
  await startRestoreProgress(client, {
    backup_id: manifest.id,
    is_loaded: false,
    is_quarantined: isQuarantined || wasQuarantined,
  });
  await dropEverything(client);
  return true;
}

/** Creates the schema of the backup's version, and loads all tables in one transaction. */
async function loadDatabase(client: pg.Client, input: RestoreInput): Promise<void> {
  const { manifest, databaseUrl, progress } = input;
  const { migrations, partitions, sequences } = manifest.database;
  await migrate(databaseUrl, { restore: { only: new Set(migrations.map(({ name }) => name)) } });
  await createQueue(databaseUrl);
  const tables = manifest.database.tables.filter(isLoaded);
  await checkColumns(client, tables);
  try {
    await beginLoading(client);
    const foreignKeys = await dropForeignKeys(client);
    await prepareTables(client, tables);
    for (const partition of partitions) await createPartition(client, partition);
    for (const table of tables) await loadTable(client, input, table);
    for (const sequence of sequences) await setSequence(client, sequence);
    await addForeignKeys(client, foreignKeys);
    await enableTriggers(client, tables);
    await setLoaded(client);
    await client.query("commit");
  } catch (error) {
    if (!isStorageFull(error)) throw error;
    throw new BackupError("There is no space left for the database.", { cause: error });
  }
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  progress.report(`Database: ${formatCount(rows)} rows in ${tables.length} tables`);
}

/**
 * The queue's own version stays: it describes its tables and functions here, which are those of this version. Counters of rate limits expire
 * within a day, and an api process creates their table when it starts.
 */
function isLoaded({ schema, name }: DumpedTable): boolean {
  if (schema === "graphile_worker") return name !== "migrations";
  return name !== "restore_progress" && name !== "rate_limit";
}

async function createQueue(url: string): Promise<void> {
  const { pool, close } = openDatabase({ url, size: 2, onError: () => undefined });
  try {
    await migrateQueue(pool, createLog("silent"));
  } finally {
    await close();
  }
}

/** @throws BackupError if the queue's tables are those of another version */
async function checkColumns(client: pg.Client, tables: readonly DumpedTable[]): Promise<void> {
  const columns = new Map(
    (await listTables(client)).map(({ schema, name, columns }) => [`${schema}.${name}`, columns]),
  );
  for (const { schema, name, columns: dumped } of tables) {
    const existing = columns.get(`${schema}.${name}`);
    const unknown = existing === undefined ? name : dumped.find((column) => !existing.includes(column));
    if (unknown !== undefined)
      throw new BackupError(
        `The backup has ${schema}.${name} with ${unknown}, which this version does not have. Restore it with the version that made it, then upgrade.`,
      );
  }
}

async function loadTable(client: pg.Client, input: RestoreInput, table: DumpedTable): Promise<void> {
  const { repository, manifest, progress } = input;
  const stream = copyIntoTable(client, table);
  let rows = 0;
  await pipeline(
    verifiedTable(repository, manifest.id, table),
    async function* (pieces) {
      for await (const piece of pieces) {
        rows += countRows(piece);
        yield piece;
      }
    },
    stream,
  );
  if (stream.rowCount !== rows)
    throw new BackupError(`The database stored ${stream.rowCount} of ${rows} rows of ${table.name}.`);
  progress.addRows(rows);
}
