import { resolve } from "node:path";
import { BackupError } from "../platform/backup/backup-error.ts";
import { createProgress, formatBytes, formatCount } from "../platform/backup/progress.ts";
import {
  listBackupIds,
  openRepository,
  type Repository,
  readManifest,
} from "../platform/backup/repository.ts";
import { runBackup, withRepository } from "../platform/backup/run-backup.ts";
import { verifyBackup } from "../platform/backup/verify-backup.ts";
import { type BackupConfig, readBackupConfig, resolveTarget } from "../platform/config/backup.ts";
import { ConfigError, readConfig } from "../platform/config/config.ts";
import type { CommandArguments, Output, StandaloneCommand } from "./command.ts";
import { findDatabase, recordOperatorEventAt } from "./operator-context.ts";

/** The exit code of a backup that is complete except for files that the storage has lost. */
const FILES_MISSING = 3;

export const backup: StandaloneCommand = {
  name: "backup",
  usage: "backup [TARGET] [--repair | --list | --verify [--id ID]]",
  argument: { description: "a folder or s3://BUCKET/PREFIX", isOptional: true },
  summary: "Back up the database, all files and keys; list or verify backups.",
  details: [
    ["TARGET", "A folder or s3://BUCKET/PREFIX instead of BACKUP_DIR."],
    ["--repair", "Also read the files that earlier backups copied, and copy damaged ones again."],
    ["--list", "List the backups of the target."],
    ["--verify", "Read and compare the newest backup completely."],
    ["--id ID", "With --verify: another backup than the newest."],
    ["exit code 3", "Complete, but files that the database refers to are missing in the storage."],
  ],
  options: {
    repair: { type: "boolean" },
    list: { type: "boolean" },
    verify: { type: "boolean" },
    id: { type: "string" },
  },
  async runAlone(environment, args, output) {
    const { values } = args;
    if (values.list === true || values.verify === true) {
      const config = readTargetConfig(environment, args);
      return withRepository(config, openRepository, (repository) =>
        values.list === true
          ? printBackups(repository, output)
          : verifyStoredBackup(repository, idOf(args), output),
      );
    }
    return createSiteBackup(environment, args, output);
  },
};

async function createSiteBackup(
  environment: Record<string, string | undefined>,
  args: CommandArguments,
  output: Output,
): Promise<number> {
  const config = readConfig(environment);
  if (args.positional !== "") config.backup.target = resolveTarget(args.positional);
  const { url, stop } = await findDatabase(config);
  try {
    const { manifest } = await runBackup({
      config,
      databaseUrl: url,
      publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
      isScheduled: false,
      repair: args.values.repair === true,
      progress: createProgress(output.printError),
    });
    output.print(`Backup ${manifest.id} is complete.`);
    await recordOperatorEventAt(url, { kind: "backup-created", detail: { backup: manifest.id } });
    return reportMissingFiles(manifest.missingFiles, "The storage has lost", output);
  } finally {
    await stop();
  }
}

/** Prints the names of missing files. Returns the exit code. */
export function reportMissingFiles(missing: readonly string[], intro: string, output: Output): number {
  if (missing.length === 0) return 0;
  output.printError(`${intro} ${formatCount(missing.length)} files that the database refers to:`);
  for (const key of missing) output.printError(`  ${key}`);
  return FILES_MISSING;
}

async function printBackups(repository: Repository, output: Output): Promise<number> {
  const { complete, incomplete } = await listBackupIds(repository);
  for (const id of complete) {
    const manifest = await readManifest(repository, id).catch((error: unknown) => {
      if (!(error instanceof BackupError)) throw error;
    });
    if (manifest === undefined) {
      output.print(`${id}  damaged`);
      continue;
    }
    const { site, database, files, missingFiles } = manifest;
    const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
    const lost = missingFiles.length === 0 ? "" : `, ${formatCount(missingFiles.length)} missing`;
    output.print(
      `${id}  ${site}  ${formatCount(rows)} rows, ${formatCount(files.count)} files (${formatBytes(files.bytes)}${lost})`,
    );
  }
  for (const id of incomplete) output.print(`${id}  incomplete`);
  return 0;
}

async function verifyStoredBackup(
  repository: Repository,
  id: string | undefined,
  output: Output,
): Promise<number> {
  const manifest = await readManifest(repository, id);
  const problems = await verifyBackup(repository, manifest, createProgress(output.printError));
  for (const problem of problems) output.printError(problem);
  if (problems.length > 0) return 1;
  output.print(`Backup ${manifest.id} is intact.`);
  return reportMissingFiles(manifest.missingFiles, "When it was made, the storage had lost", output);
}

export function idOf({ values }: CommandArguments): string | undefined {
  return typeof values.id === "string" ? values.id : undefined;
}

/** Reads the configuration of commands that need only the backups, before the site is configured. */
export function readTargetConfig(
  environment: Record<string, string | undefined>,
  { positional }: CommandArguments,
): { backup: BackupConfig; dataDir: string } {
  const read = readBackupConfig(environment);
  if (Array.isArray(read)) throw new ConfigError(read.join("\n"));
  const target = positional === "" ? read.target : resolveTarget(positional);
  return { backup: { ...read, target }, dataDir: resolve(environment.DATA_DIR || "./data") };
}
