import { readLanguages } from "@wrapsody/shared/codes.ts";
import type { TFunction } from "i18next";
import type { ListName } from "./draft.ts";

/** Returns a hint about the typed value; undefined if there is none. */
export function noteOf(
  t: TFunction,
  language: string,
  list: ListName,
  field: string,
  values: Readonly<Record<string, string>>,
): string | undefined {
  const typed = values[field] ?? "";
  if (typed.trim() === "") return undefined;
  return list === "albums" && field === "languages" ? languagesNote(t, language, typed) : undefined;
}

function languagesNote(t: TFunction, language: string, typed: string): string | undefined {
  const names = readLanguages(typed).map(
    (code) => nameOf(language, code) ?? t("wrapForm.unknownLanguage", { code }),
  );
  return names.length === 0 ? undefined : names.join(", ");
}

/** Cached because construction is slow. */
const displayNames = new Map<string, Intl.DisplayNames>();

/** Returns the name of a two-letter language code; undefined for unknown codes. */
function nameOf(language: string, code: string): string | undefined {
  if (!/^[a-z]{2}$/.test(code)) return undefined;
  const names =
    displayNames.get(language) ?? new Intl.DisplayNames([language], { type: "language", fallback: "none" });
  displayNames.set(language, names);
  return names.of(code);
}
