import type { Language } from "@wrapsody/shared/api/language.ts";
import { createInstance, type i18n } from "i18next";
// The site's translators find the texts of mails beside those of the site. The browser never loads them.
import en from "../../../../web/src/language/mails/en.json" with { type: "json" };
import es from "../../../../web/src/language/mails/es.json" with { type: "json" };

const instances: Record<Language, i18n> = {
  en: createTexts("en", en),
  es: createTexts("es", es),
};

/** Loads the texts of a language. A missing text or variable throws, so that no reader gets a mail with gaps. */
function createTexts(language: Language, translation: object): i18n {
  const instance = createInstance();
  void instance.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation } },
    initAsync: false,
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: (key) => {
      throw new Error(`mail text ${key} not found in ${language}`);
    },
    missingInterpolationHandler: (text, [variable]: RegExpMatchArray) => {
      throw new Error(`mail variable ${variable} not filled in ${language}: ${text}`);
    },
  });
  return instance;
}

export type TextVariables = Readonly<Record<string, string | number>>;
/** Returns a text by its key. `count` selects the plural form. */
export type GetText = (key: string, variables?: TextVariables & { count?: number }) => string;

/** Returns the texts below a key of the language files: those of a kind of mail, or of the frame around all. */
export function textsOf(language: Language, section: string): GetText {
  const { t: translate } = instances[language];
  // `nest: false`, and variables apart from the options, because values such as titles come from users.
  return (key, variables = {}) =>
    translate(`mails.${section}.${key}`, {
      replace: variables,
      nest: false,
      ...(variables.count === undefined ? {} : { count: variables.count }),
    });
}

/** Whether there is a text, by its key below `mails`. */
export const hasText = (language: Language, key: string): boolean =>
  instances[language].exists(`mails.${key}`);

const NAME = "\u0000";

/** Returns the greeting before and after the name, so that the name can be marked up; whole without a name. */
export function greetingTexts(language: Language): { before: string; after: string; nameless: string } {
  const getText = textsOf(language, "frame");
  const [before = "", after = ""] = getText("greeting", { name: NAME }).split(NAME);
  return { before, after, nameless: getText("greetingWithoutName") };
}

/** Returns the text above the URL of a button. */
export const linkHint = (language: Language): string => textsOf(language, "frame")("linkHint");

/** Returns the label of the link that turns such mails off. */
export const unsubscribeLabel = (language: Language): string => textsOf(language, "frame")("unsubscribe");
