import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { getBackups } from "@wrapsody/shared/operations/backups.ts";
import type { TFunction } from "i18next";
import { formatDay, formatTime } from "../../ui/format/local-time.ts";

type Backups = AnswerOf<typeof getBackups>;

type Row = { key: string; className: string; text: string; note: string };

/** The last backups and a quarantine as rows of a list. */
export function BackupRows({ rows }: { rows: readonly Row[] }) {
  return rows.map(({ key, className, text, note }) => (
    <li key={key}>
      <p className={className}>{text}</p>
      <p className="small dim">{note}</p>
    </li>
  ));
}

/** Returns no rows on a site without backups. */
export function listBackupRows(backups: Backups | undefined, t: TFunction, language: string): Row[] {
  if (backups === undefined) return [];
  const { is_configured, last_success: success, last_failure: failure, quarantine } = backups;
  const at = (iso: string) => ({ day: formatDay(iso, language), time: formatTime(iso) });
  const rows: Row[] = [];
  if (quarantine !== null)
    rows.push({
      key: "quarantine",
      className: "state bad b",
      text: t("backups.quarantine", { id: quarantine.backup_id }),
      note: t("alarms.since", at(quarantine.started_at)),
    });
  if (failure !== null)
    rows.push({
      key: "failure",
      className: "state bad b",
      text: t("backups.failed", { error: failure.error }),
      note: t("backups.at", at(failure.finished_at)),
    });
  if (success !== null && success.missing_files > 0)
    rows.push({
      key: "missing",
      className: "state bad",
      text: t("backups.missing", { count: success.missing_files }),
      note: t("backups.at", at(success.finished_at)),
    });
  if (success !== null)
    rows.push({
      key: "success",
      className: "state done",
      text: t("backups.last", {
        count: success.files,
        files: success.files.toLocaleString(language),
        size: formatBytes(success.bytes, language),
      }),
      note: t("backups.at", at(success.finished_at)),
    });
  else if (is_configured)
    rows.push({
      key: "none",
      className: "state",
      text: t("backups.none"),
      note: t("backups.noneNote"),
    });
  return rows;
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

function formatBytes(bytes: number, language: string): string {
  const index = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: UNITS[index] ?? "byte",
    maximumFractionDigits: 1,
  }).format(bytes / 1_000 ** index);
}
