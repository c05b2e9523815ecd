import { createInstance, type i18n, type TFunction } from "i18next";

/** The languages that are complete, each with its own name. */
export const languages = { en: "English", es: "Español" } as const;
export type Language = keyof typeof languages;
export const defaultLanguage: Language = "en";

/** The texts of one language file: areas, each with its names. */
export type Texts = Record<string, unknown>;

const made = new Map<string, i18n>();

function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text);
}

/** The language itself, or the default where it is not one of ours. */
export function usableLanguage(text: string): Language {
  const short = text.slice(0, 2).toLowerCase();
  return isLanguage(short) ? short : defaultLanguage;
}

/** Makes the texts of a language available to the pages, once. */
export function createLanguage(language: string, texts: Texts): i18n {
  const known = made.get(language);
  if (known !== undefined) return known;
  const instance = createInstance();
  void instance.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: texts } },
    initAsync: false,
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: missingText,
    react: { useSuspense: false },
  });
  made.set(language, instance);
  return instance;
}

/** What is shown for a key that no file holds, where the caller has no default. */
export function missingText(_key: string, otherwise?: string): string {
  return otherwise ?? "Language key not found.";
}

/** The texts where there is no component: in `meta` of a page. */
export function textIn(language: string): TFunction {
  const instance = made.get(language) ?? made.values().next().value;
  if (instance === undefined) throw new Error("No language has been loaded.");
  return instance.t;
}
