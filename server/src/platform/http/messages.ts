import type { FieldError } from "@wrapsody/shared/api/errors.ts";
import type { Language } from "@wrapsody/shared/api/language.ts";
// The site's translators find the messages of the API beside the texts of the site.
import en from "../../../../web/src/language/messages/en.json" with { type: "json" };
import es from "../../../../web/src/language/messages/es.json" with { type: "json" };

/** Texts without variables by their English ones, and the others as patterns of their English texts, the most specific first. */
type Translations = { fixed: ReadonlyMap<string, string>; forms: readonly Form[] };
type Form = { english: RegExp; text: string };
type Texts = Readonly<Record<string, string>>;

/** What texts of a file are: whole messages, or counts and the like within them. */
type Kind = "messages" | "parts";

const VARIABLE = /\{\{(\w+)\}\}/g;
const countLetters = (text: string) => text.replaceAll(VARIABLE, "").length;

const translations: Readonly<Record<Exclude<Language, "en">, Readonly<Record<Kind, Translations>>>> = {
  es: { messages: compile(en.messages, es.messages), parts: compile(en.parts, es.parts) },
};

function compile(english: Texts, texts: Texts): Translations {
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

/** Translates an English text. Unknown ones stay in English. */
function translateText(text: string, language: Language, kind: Kind): string {
  if (language === "en" || text.length > MAX_LENGTH) return text;
  const { fixed, forms } = translations[language][kind];
  const known = fixed.get(text);
  if (known !== undefined) return known;
  for (const form of forms) {
    const values = form.english.exec(text)?.groups;
    if (values !== undefined)
      return form.text.replaceAll(VARIABLE, (_, name: string) =>
        translateVariable(name, values[name] ?? "", language),
      );
  }
  return text;
}

/** Translates `{{message}}`, a message of its own such as the reason after a rule, `{{parts}}`, a list, and single parts. */
function translateVariable(name: string, value: string, language: Language): string {
  if (name === "message") return translateText(value, language, "messages");
  if (name === "parts") return translateList(value, language);
  return name.startsWith("part") ? translateText(value, language, "parts") : value;
}

function translateList(value: string, language: Language): string {
  const parts = value.split(/, | and /).map((part) => translateText(part, language, "parts"));
  return new Intl.ListFormat(language).format(parts);
}

/** Returns a message in a language, with its English original, by which programs recognise it, if that is another. */
export function localizeMessage(message: string, language: Language): Omit<FieldError, "field"> {
  const translation = translateText(message, language, "messages");
  return translation === message ? { message } : { message: translation, english: message };
}
