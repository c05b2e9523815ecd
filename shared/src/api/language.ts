/** The supported languages. */
export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];
/** Until an administrator chooses the default of a site. */
export const defaultLanguage: Language = "en";

/** Returns the supported language of a tag, ignoring its region, or the fallback. */
export function usableLanguage(text: string, fallback: Language = defaultLanguage): Language {
  const short = text.slice(0, 2).toLowerCase();
  return languages.find((language) => language === short) ?? fallback;
}

/** Returns the supported language of the first choice in an `Accept-Language` header. */
export function languageOf(header: string | undefined, fallback?: Language): Language {
  return usableLanguage((header ?? "").trimStart(), fallback);
}
