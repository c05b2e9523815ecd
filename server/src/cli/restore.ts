import { recordOperatorEvent } from "../features/accounts/index.ts";
import { createProgress } from "../platform/backup/progress.ts";
import { releaseQuarantine } from "../platform/backup/quarantine.data.ts";
import { openRepository, readKeys, readManifest } from "../platform/backup/repository.ts";
import { restoreBackup } from "../platform/backup/restore-backup.ts";
import { withRepository } from "../platform/backup/run-backup.ts";
import { installSiteKeys } from "../platform/backup/site-keys.ts";
import { resolveTarget } from "../platform/config/backup.ts";
import { readConfig } from "../platform/config/config.ts";
import { openStorage } from "../platform/storage/open-storage.ts";
import { idOf, readTargetConfig, reportMissingFiles } from "./backup.ts";
import type { CommandArguments, Output, StandaloneCommand } from "./command.ts";
import { findDatabase, openOperatorContext, recordOperatorEventAt } from "./operator-context.ts";

type Environment = Record<string, string | undefined>;

export const restore: StandaloneCommand = {
  name: "restore",
  usage: "restore [TARGET] [--id ID] [--quarantine] [--overwrite DATABASE] | --print-keys | --release",
  argument: { description: "a folder or s3://BUCKET/PREFIX", isOptional: true },
  summary: "Restore a backup into an empty database; print its keys; release held jobs.",
  details: [
    ["TARGET", "A folder or s3://BUCKET/PREFIX instead of BACKUP_DIR."],
    ["--id ID", "Another backup than the newest."],
    ["--quarantine", "Hold mails, webhooks, payments and chain transactions until --release."],
    ["--overwrite DATABASE", "Delete the content of this database first."],
    ["--print-keys", "Print the keys of the site, and restore nothing."],
    ["--release", "End the quarantine."],
  ],
  options: {
    id: { type: "string" },
    quarantine: { type: "boolean" },
    overwrite: { type: "string" },
    "print-keys": { type: "boolean" },
    release: { type: "boolean" },
  },
  async runAlone(environment, args, output) {
    if (args.values["print-keys"] === true) return printKeys(environment, args, output);
    if (args.values.release === true) return releaseSite(environment, output);
    return restoreInto(environment, args, output);
  },
};

async function printKeys(environment: Environment, args: CommandArguments, output: Output): Promise<number> {
  return withRepository(readTargetConfig(environment, args), openRepository, async (repository) => {
    const { id } = await readManifest(repository, idOf(args));
    for (const [name, key] of Object.entries(await readKeys(repository, id))) output.print(`${name}=${key}`);
    return 0;
  });
}

async function releaseSite(environment: Environment, output: Output): Promise<number> {
  const { context, close } = await openOperatorContext(readConfig(environment));
  try {
    const released = await context.db.transaction().execute(async (tx) => {
      const quarantine = await releaseQuarantine(tx);
      if (quarantine !== undefined) {
        const detail = { backup: quarantine.backup_id };
        await recordOperatorEvent(context, tx, { kind: "quarantine-released", detail });
      }
      return quarantine;
    });
    output.print(
      released === undefined
        ? "Nothing is held."
        : "Released. Workers send the held mails, webhooks, payments and chain transactions from now on.",
    );
    return 0;
  } finally {
    await close();
  }
}

async function restoreInto(
  environment: Environment,
  args: CommandArguments,
  output: Output,
): Promise<number> {
  const config = readConfig(environment);
  if (args.positional !== "") config.backup.target = resolveTarget(args.positional);
  const { overwrite, quarantine } = args.values;
  return withRepository(config, openRepository, async (repository) => {
    const manifest = await readManifest(repository, idOf(args));
    const unset = await installSiteKeys(config, await readKeys(repository, manifest.id));
    const { url, stop } = await findDatabase(config);
    const storage = await openStorage(config);
    try {
      const lost = await restoreBackup({
        repository,
        manifest,
        databaseUrl: url,
        storage,
        overwrite: typeof overwrite === "string" ? overwrite : undefined,
        isQuarantined: quarantine === true,
        progress: createProgress(output.printError),
      });
      await recordOperatorEventAt(url, { kind: "backup-restored", detail: { backup: manifest.id } });
      output.print(`Backup ${manifest.id} is restored. Start the program.`);
      for (const name of unset)
        output.print(`${name} of the backup is not set here. “restore --print-keys” prints it.`);
      return reportMissingFiles([...manifest.missingFiles, ...lost], "The backup lacks", output);
    } finally {
      await storage.close();
      await stop();
    }
  });
}
