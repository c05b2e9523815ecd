import {
  type Alarm,
  alarmTextKey,
  getAlarms,
  type UndeclaredProxy,
} from "@wrapsody/shared/operations/alarms.ts";
import { getBackups } from "@wrapsody/shared/operations/backups.ts";
import { useTranslation } from "react-i18next";
import { formatDay, formatTime } from "../../ui/format/local-time.ts";
import { useAuthedQuery } from "../accounts/index.ts";
import { BackupRows, listBackupRows } from "./backup-rows.tsx";
import "./system-status.css";

/** Queries what the state of the site consists of. */
export function useSystemStatus() {
  const alarms = useAuthedQuery(getAlarms);
  const backups = useAuthedQuery(getBackups);
  return { isPending: alarms.isPending || backups.isPending, data: alarms.data, backups: backups.data };
}

/** Alarms, undeclared proxies and backups, for administrators. Renders nothing if there are none. */
export function SystemStatus({ data, backups }: Omit<ReturnType<typeof useSystemStatus>, "isPending">) {
  const { t, i18n } = useTranslation();
  if (data === undefined) return null;
  const { active, ended, undeclared_proxies: proxies } = data;
  const backupRows = listBackupRows(backups, t, i18n.language);
  if (active.length + ended.length + proxies.length + backupRows.length === 0) return null;
  return (
    <section className="sec system-status" aria-labelledby="system-status">
      <h2 id="system-status" className="head">
        {t("alarms.title")}
      </h2>
      <ul className="system-alarms">
        {active.map((alarm) => (
          <AlarmRow key={`${alarm.part} ${alarm.kind} ${alarm.of}`} alarm={alarm} />
        ))}
        {proxies.map((proxy) => (
          <ProxyRow key={proxy.peer} proxy={proxy} />
        ))}
        <BackupRows rows={backupRows} />
        {ended.map((alarm) => (
          <AlarmRow key={`${alarm.part} ${alarm.kind} ${alarm.of} ${alarm.ended_at}`} alarm={alarm} />
        ))}
      </ul>
    </section>
  );
}

function AlarmRow({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const formatMoment = useFormatMoment();
  const { part, of, kind, since, ended_at: endedAt } = alarm;
  return (
    <li>
      <p className={endedAt === null ? "state bad b" : "state done"}>
        {t(`alarms.what.${alarmTextKey(alarm)}`, { part, of, kind })}
      </p>
      <p className="small dim">
        {endedAt === null ? t("alarms.since", formatMoment(since)) : t("alarms.ended", formatMoment(endedAt))}{" "}
        <span className="code">{kind}</span>
      </p>
    </li>
  );
}

function ProxyRow({ proxy: { peer, header, last_seen_at: lastSeenAt } }: { proxy: UndeclaredProxy }) {
  const { t } = useTranslation();
  const formatMoment = useFormatMoment();
  return (
    <li>
      <p className="state bad">{t("alarms.proxy", { peer, header })}</p>
      <p className="small dim">{t("alarms.lastSeen", formatMoment(lastSeenAt))}</p>
    </li>
  );
}

function useFormatMoment() {
  const { i18n } = useTranslation();
  return (iso: string) => ({ day: formatDay(iso, i18n.language), time: formatTime(iso) });
}
