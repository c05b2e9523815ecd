import type { HealthIssue } from "../health.ts";
import type { ActiveAlarm } from "./alarms.data.ts";

/** An issue lasts this long before administrators are notified: most failures of a network end sooner. */
const MIN_AGE_MS = 60_000;
/** An issue that comes back within this time continues its alarm, so that a flapping one does not send mail after mail. */
const MIN_ABSENCE_MS = 120_000;

/** A part of the program with its current issues; undefined if they could not be read. */
export type CheckedPart = {
  part: string;
  /** Whether each instance has an alarm of its own; otherwise `of` is only an example. */
  alarmsPerInstance: boolean;
  issues: readonly HealthIssue[] | undefined;
};

export type AlarmChanges = {
  started: (HealthIssue & { instance: string })[];
  ended: ActiveAlarm[];
  /** Active alarms that were found again, are missing now, or affect something else. */
  updated: { id: number; of: string; missingSince: Date | null }[];
};

/** Compares the current issues with the active alarms. Keeps the alarms of parts that could not be read or are unknown to this version. */
export function compareAlarms(
  parts: readonly CheckedPart[],
  active: readonly ActiveAlarm[],
  now: Date,
): AlarmChanges {
  const changes: AlarmChanges = { started: [], ended: [], updated: [] };
  for (const { part, alarmsPerInstance, issues } of parts) {
    if (issues === undefined) continue;
    const found = new Map<string, HealthIssue & { instance: string }>();
    for (const issue of issues) {
      const instance = alarmsPerInstance ? issue.of : "";
      found.set(keyOf({ ...issue, instance }), { ...issue, instance });
    }
    for (const alarm of active.filter((row) => row.part === part)) {
      compareAlarm(alarm, found.get(keyOf(alarm)), now, changes);
      found.delete(keyOf(alarm));
    }
    for (const issue of found.values())
      if (now.getTime() - Date.parse(issue.since) >= MIN_AGE_MS) changes.started.push(issue);
  }
  return changes;
}

function compareAlarm(
  alarm: ActiveAlarm,
  issue: HealthIssue | undefined,
  now: Date,
  { ended, updated }: AlarmChanges,
): void {
  const { id, of, missing_since: missingSince } = alarm;
  if (issue !== undefined) {
    if (missingSince !== null || issue.of !== of) updated.push({ id, of: issue.of, missingSince: null });
  } else if (missingSince === null) updated.push({ id, of, missingSince: now });
  else if (now.getTime() - Date.parse(missingSince) >= MIN_ABSENCE_MS) ended.push(alarm);
}

function keyOf({ kind, instance }: { kind: string; instance: string }): string {
  return `${kind} ${instance}`;
}
