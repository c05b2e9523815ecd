import type { FieldError } from "@wrapsody/shared/errors.ts";
import type { Language } from "@wrapsody/shared/language.ts";
// The site's translators find the messages of the API beside the texts of the site.
import en from "../../../../web/src/language/messages/en.json" with { type: "json" };
import es from "../../../../web/src/language/messages/es.json" with { type: "json" };

/** Messages without variables by their English text, and the others as patterns of their English texts, the most specific first. */
type Translations = { fixed: ReadonlyMap<string, string>; forms: readonly Form[] };
type Form = { english: RegExp; text: string };

const VARIABLE = /\{\{(\w+)\}\}/g;
const countLetters = (text: string) => text.replaceAll(VARIABLE, "").length;

const english: Readonly<Record<string, string>> = en.messages;
const translations: Readonly<Record<Exclude<Language, "en">, Translations>> = { es: compile(es.messages) };

function compile(texts: Readonly<Record<string, string>>): Translations {
  const all = Object.entries(english).map(([key, text]) => ({ text, translation: texts[key] ?? text }));
  const hasVariables = ({ text }: { text: string }) => text.includes("{{");
  return {
    fixed: new Map(
      all.filter((entry) => !hasVariables(entry)).map(({ text, translation }) => [text, translation]),
    ),
    forms: all
      .filter(hasVariables)
      .toSorted((a, b) => countLetters(b.text) - countLetters(a.text))
      .map(({ text, translation }) => ({ english: toPattern(text), text: translation })),
  };
}

function toPattern(text: string): RegExp {
  const escaped = text.replaceAll(/[\\^$.*+?()[\]|]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(VARIABLE, "(?<$1>.+)")}$`, "s");
}

/** Characters. Longer ones contain what a caller sent, which patterns would search for long. */
const MAX_LENGTH = 1_000;

/** Translates an English message. Unknown ones stay in English. */
function translateMessage(message: string, language: Language): string {
  if (language === "en" || message.length > MAX_LENGTH) return message;
  const { fixed, forms } = translations[language];
  const known = fixed.get(message);
  if (known !== undefined) return known;
  for (const form of forms) {
    const values = form.english.exec(message)?.groups;
    if (values === undefined) continue;
    return form.text.replaceAll(VARIABLE, (_, name: string) => {
      const value = values[name] ?? "";
      // `{{message}}` is a message of its own, such as the reason after a rule.
      return name === "message" ? translateMessage(value, language) : value;
    });
  }
  return message;
}

/** Returns a message in a language, with its English original, by which programs recognise it, if that is another. */
export function localizeMessage(message: string, language: Language): Omit<FieldError, "field"> {
  const translation = translateMessage(message, language);
  return translation === message ? { message } : { message: translation, english: message };
}
