/** The languages that every text for people is written in. */
export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = "en";

/** The language itself, or a dialect's; the default where it is not one of ours. */
export function usableLanguage(text: string): Language {
  const short = text.slice(0, 2).toLowerCase();
  return languages.find((one) => one === short) ?? defaultLanguage;
}

/** What somebody would rather read, by the first choice of an `Accept-Language` header. */
export function languageOf(header: string | undefined): Language {
  return usableLanguage((header ?? "").trimStart());
}
