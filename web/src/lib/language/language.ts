import type { Language } from "@wrapsody/shared/api/language.ts";
import { createInstance, type i18n, type TFunction } from "i18next";

/** Names of the languages in the languages themselves. */
export const languageNames: Readonly<Record<Language, string>> = { en: "English", es: "Español" };

/** The texts of one language file by area. */
export type Texts = Record<string, unknown>;

const instances = new Map<string, i18n>();
const texts = new Map<string, Texts>();

/** Values that every text can use, such as `{{site}}`, the name of the site. */
type Variables = Readonly<Record<string, string | undefined>>;

/** Creates the i18next instance of a language once. It reads `variables` for each text. */
export function createLanguage(language: string, translations: Texts, variables: Variables): i18n {
  const existing = instances.get(language);
  if (existing !== undefined) return existing;
  const instance = createInstance();
  void instance.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: translations } },
    initAsync: false,
    interpolation: { escapeValue: false, defaultVariables: variables },
    parseMissingKeyHandler: missingText,
    react: { useSuspense: false },
  });
  instances.set(language, instance);
  texts.set(language, translations);
  return instance;
}

/** Adds areas to an existing language. Browser only, where i18next reads the texts in place. */
export function addTexts(language: string, more: Texts): void {
  Object.assign(texts.get(language) ?? {}, more);
}

/** Returns the fallback for a key that no language file has. */
export function missingText(_key: string, otherwise?: string): string {
  return otherwise ?? "Language key not found.";
}

/** Returns the translation function outside of components, such as in `meta`. */
export function textIn(language: string): TFunction {
  const instance = instances.get(language) ?? instances.values().next().value;
  if (instance === undefined) throw new Error("No language has been loaded.");
  return instance.t;
}
