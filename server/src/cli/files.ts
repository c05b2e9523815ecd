import { recordOperatorEvent } from "../features/accounts/index.ts";
import { collectFiles, previewCollection } from "../features/files/index.ts";
import { openStorage } from "../platform/storage/open-storage.ts";
import type { Command } from "./command.ts";

export const collectStoredFiles: Command = {
  name: "files collect",
  usage: "files collect [--dry-run]",
  summary: "Delete files that nothing refers to any more.",
  details: [["--dry-run", "Only count the files."]],
  options: { "dry-run": { type: "boolean" } },
  async run(operator, { values }, output) {
    const storage = await openStorage(operator.config);
    try {
      const collector = { ...operator, storage };
      const { stored, unreferenced, collectable } = await previewCollection(collector);
      const { graceHours } = operator.config.files;
      output.print(`Stored: ${describeFiles(stored)}.`);
      output.print(`Unreferenced: ${describeFiles(unreferenced)}.`);
      if (values["dry-run"] === true)
        output.print(
          `Unreferenced for more than ${graceHours} hours: ${describeFiles(collectable)}, not deleted.`,
        );
      else {
        const deleted = await collectFiles(collector);
        output.print(`Deleted: ${describeFiles(deleted)}.`);
        const { db } = operator;
        const { files } = deleted;
        if (files > 0)
          await recordOperatorEvent(operator, db, { kind: "files-collected", detail: { files } });
      }
      return 0;
    } finally {
      await storage.close();
    }
  },
};

function describeFiles({ files, bytes }: { files: number; bytes: number }): string {
  const megabytes = (bytes / 1_000_000).toLocaleString("en", { maximumFractionDigits: 1 });
  return `${files.toLocaleString("en")} ${files === 1 ? "file" : "files"}, ${megabytes} MB`;
}
