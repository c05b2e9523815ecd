import { type AuditEntry, operatorActor } from "@wrapsody/shared/accounts/account-admin.ts";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { paths } from "../../../paths.ts";
import { formatDate } from "../../../ui/format/format.ts";

/** Kinds with a second text that names who acted, if it was not the account itself. */
const kindsByAnother = new Set([
  "sessions-ended",
  "administrator-created",
  "password-reset-asked",
  "codes-switched-off",
]);

/** A part of a sentence; `to` is the page of what it names. */
type SentencePart = { text: string; to: string | undefined };

/** Returns a function that formats an event as a sentence, with links to its account and its object. */
export function useFormatAuditEntry(): (entry: AuditEntry) => SentencePart[] {
  const { t, i18n } = useTranslation();
  return (entry) => linkNames(formatAuditEntry(t, i18n.language, entry), entry);
}

/** Isolates a name from the direction of the sentence around it, which also marks where it stands. */
const isolate = (name: string) => `\u2068${name}\u2069`;

/** Splits a sentence at the names that it isolates. */
export function linkNames(sentence: string, { account, object }: AuditEntry): SentencePart[] {
  return sentence.split(/[\u2068\u2069]/).map((text, index) => {
    const isName = index % 2 === 1;
    if (isName && text === account?.name) return { text, to: paths.user(account.id) };
    return { text, to: isName && text === object?.name ? (object.path ?? undefined) : undefined };
  });
}

/** Formats an event as a sentence. Kinds without a text fall back to their name. */
export function formatAuditEntry(t: TFunction, language: string, entry: AuditEntry): string {
  const { kind, account, object, detail } = entry;
  const by = formatActor(t, detail);
  const isOperator = detail.by === operatorActor;
  const who = isolate(account?.name ?? (isOperator ? by : t("admin.audit.unknownUser")));
  const name = object?.name ?? detail.name;
  const { until, sessions, saved, undone, plays, jobs, files, settings, field } = detail;
  const values = {
    ...detail,
    who,
    by,
    until: typeof until === "string" ? formatDate(until, language) : "",
    name: typeof name === "string" ? t("admin.audit.named", { name: isolate(name) }) : "",
    field: typeof field === "string" ? t(`admin.audit.field.${field}`) : "",
    settings: typeof settings === "string" ? formatSettings(t, settings) : "",
    count: numberIn(sessions ?? saved ?? undone ?? plays ?? jobs ?? files),
  };
  const isByAnother = kindsByAnother.has(kind) && detail.by !== undefined && detail.by !== account?.id;
  const key = `admin.audit.sentence.${kind}${isByAnother ? "-by" : ""}`;
  const sentence = t(key, { ...values, defaultValue: t("admin.audit.sentence.other", { who, kind }) });
  const isNamed = detail.by === undefined || detail.by === account?.id || sentence.includes(by);
  // A member acted for the account.
  return isNamed || typeof detail.by_name !== "string"
    ? sentence
    : t("admin.audit.actedBy", { sentence, by });
}

function formatActor(t: TFunction, { by, by_name: name }: AuditEntry["detail"]): string {
  if (by === operatorActor) return t("admin.audit.operator");
  return typeof name === "string" ? name : t("admin.audit.administrator");
}

function formatSettings(t: TFunction, keys: string): string {
  const names = keys.split(",").map((key) => t(`admin.site.field.${key.split(".")[0]}`));
  return [...new Set(names)].join(", ");
}

function numberIn(value: string | number | undefined): number {
  return typeof value === "number" ? value : 0;
}
