/** The supported languages. */
export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = "en";

/** Returns the supported language of a tag, ignoring its region, or the default. */
export function usableLanguage(text: string): Language {
  const short = text.slice(0, 2).toLowerCase();
  return languages.find((language) => language === short) ?? defaultLanguage;
}

/** Returns the supported language of the first choice in an `Accept-Language` header. */
export function languageOf(header: string | undefined): Language {
  return usableLanguage((header ?? "").trimStart());
}
