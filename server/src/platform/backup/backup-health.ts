import type { Context } from "../context.ts";
import type { FeatureHealth, HealthIssue } from "../health/health.ts";
import { BACKUP_JOB } from "./backup-job.ts";
import { readFailingSince, readLastSuccess, readScheduledSince } from "./backup-runs.data.ts";
import { readQuarantine } from "./quarantine.data.ts";
import { listScheduledTimes } from "./schedule.ts";

type Source = Pick<Context, "config" | "db" | "clock">;

/** Reports held jobs of a restored site, and scheduled backups that failed or are overdue by two intervals. */
export function backupHealth(source: Source): FeatureHealth {
  return {
    part: "backup",
    alarmsPerInstance: false,
    issues: () => findIssues(source),
    gauges: [
      {
        name: "wrapsody_backup_last_success_timestamp_seconds",
        help: "When the last complete backup ended.",
        labels: [],
        async read() {
          const last = await readLastSuccess(source.db);
          return last === undefined ? [] : [{ labels: {}, value: Date.parse(last.finished_at) / 1_000 }];
        },
      },
    ],
  };
}

async function findIssues(source: Source): Promise<HealthIssue[]> {
  const quarantine = await readQuarantine(source.db);
  if (quarantine !== undefined)
    return [{ part: "backup", of: "held jobs", kind: "QUARANTINE", since: quarantine.started_at }];
  if (source.config.backup.schedule === undefined) return [];
  const [failing, overdue] = await Promise.all([readFailingSince(source.db), findOverdueSince(source)]);
  const issues: HealthIssue[] = [];
  if (failing !== undefined) issues.push({ part: "backup", of: "schedule", kind: "FAILED", since: failing });
  if (overdue !== undefined) issues.push({ part: "backup", of: "schedule", kind: "OVERDUE", since: overdue });
  return issues;
}

/** Returns since when no backup succeeded, if two scheduled ones did not; undefined otherwise. */
export async function findOverdueSince({ config, db, clock }: Source): Promise<string | undefined> {
  const { schedule } = config.backup;
  if (schedule === undefined) return undefined;
  const [, missed] = listScheduledTimes(schedule, clock.now(), 2);
  const [last, scheduledSince] = await Promise.all([readLastSuccess(db), readScheduledSince(db, BACKUP_JOB)]);
  const since = [last?.finished_at, scheduledSince]
    .filter((time) => time !== undefined)
    .sort()
    .at(-1);
  if (missed === undefined || since === undefined) return undefined;
  return Date.parse(since) < missed.getTime() ? since : undefined;
}
