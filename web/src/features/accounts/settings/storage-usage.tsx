import { getMyStorage } from "@wrapsody/shared/accounts/account-settings.ts";
import { useTranslation } from "react-i18next";
import { Section } from "../../../ui/layout/section.tsx";
import { QueryState, useAuthedQuery } from "../authed-query.tsx";

/** The storage that the user's uploads take, and what is left of the quota. */
export function StorageUsage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getMyStorage);
  return (
    <Section title={t("accounts.settings.storage.title")}>
      {data === undefined ? <QueryState error={error} refetch={refetch} rows={2} /> : <Usage {...data} />}
    </Section>
  );
}

function Usage({ used, quota, available }: { used: number; quota: number | null; available: number | null }) {
  const { t, i18n } = useTranslation();
  const size = (bytes: number) => formatBytes(bytes, i18n.language);
  if (quota === null || available === null)
    return <p>{t("accounts.settings.storage.unlimited", { used: size(used) })}</p>;
  const sizes = { used: size(used), quota: size(quota), available: size(available) };
  const text = t("accounts.settings.storage.used", sizes);
  return (
    <div className="setting">
      <p className="b">{text}</p>
      <meter className="usage" min={0} max={quota} value={Math.min(used, quota)} aria-label={text} />
      <p className="small dim">{t("accounts.settings.storage.text")}</p>
    </div>
  );
}

const units = [
  { bytes: 1_000_000_000, unit: "gigabyte" },
  { bytes: 1_000_000, unit: "megabyte" },
  { bytes: 1_000, unit: "kilobyte" },
] as const;

/** `9.8 GB`, `340 kB`. */
function formatBytes(bytes: number, language: string): string {
  const { bytes: one, unit } = units.find((each) => bytes >= each.bytes) ?? units[2];
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 }).format(
    bytes / one,
  );
}
