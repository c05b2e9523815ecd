import type { AuditEntry } from "@wrapsody/shared/account-admin.ts";
import { useTranslation } from "react-i18next";
import { formatDate } from "../../../ui/format/format.ts";

/** Returns a function that formats an event as a sentence. Kinds without a text fall back to their name. */
export function useFormatAuditEntry(): (entry: AuditEntry) => string {
  const { t, i18n } = useTranslation();
  const formatSettings = (keys: string) =>
    [...new Set(keys.split(",").map((key) => t(`admin.site.field.${key.split(".")[0]}`)))].join(", ");
  return ({ kind, account, detail }) => {
    const who = account?.name ?? t("admin.audit.unknownUser");
    const by = typeof detail.by_name === "string" ? detail.by_name : undefined;
    const { until, sessions, saved, plays, jobs, settings } = detail;
    const values = {
      ...detail,
      who,
      by: by ?? t("admin.audit.administrator"),
      until: typeof until === "string" ? formatDate(until, i18n.language) : "",
      name: typeof detail.name === "string" ? t("admin.audit.named", { name: detail.name }) : "",
      settings: typeof settings === "string" ? formatSettings(settings) : "",
      count: numberIn(sessions ?? saved ?? plays ?? jobs),
    };
    const byAnother = kind === "sessions-ended" && by !== undefined && by !== who;
    const key = `admin.audit.sentence.${kind}${byAnother ? "-by" : ""}`;
    return t(key, { ...values, defaultValue: t("admin.audit.sentence.other", { who, kind }) });
  };
}

function numberIn(value: string | number | undefined): number {
  return typeof value === "number" ? value : 0;
}
