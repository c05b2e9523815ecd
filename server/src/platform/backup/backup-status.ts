import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { getBackups } from "@wrapsody/shared/operations/backups.ts";
import type { Context } from "../context.ts";
import { readLastFailure, readLastSuccess } from "./backup-runs.data.ts";
import { readQuarantine } from "./quarantine.data.ts";

/** Returns how the last backups ended, for administrators. */
export async function getBackupStatus({
  config,
  db,
}: Pick<Context, "config" | "db">): Promise<AnswerOf<typeof getBackups>> {
  const [success, failure, quarantine] = await Promise.all([
    readLastSuccess(db),
    readLastFailure(db),
    readQuarantine(db),
  ]);
  return {
    is_configured: config.backup.target !== undefined,
    last_success: success === undefined ? null : { ...success, missing_files: success.missing_files.length },
    last_failure: failure ?? null,
    quarantine: quarantine ?? null,
  };
}
