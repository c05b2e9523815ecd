import { languages } from "@wrapsody/shared/api/language.ts";
import { describe, expect, it } from "vitest";

const files = import.meta.glob<object>("./**/*.json", { import: "default", eager: true });
/** `./` and the folders below. */
const folders = [...new Set(Object.keys(files).map((path) => path.replace(/[^/]+$/, "")))];

function textsIn(texts: object, before = ""): (readonly [key: string, text: string])[] {
  return Object.entries(texts).flatMap(([name, value]: [string, object | string]) =>
    typeof value === "string" ? [[`${before}${name}`, value] as const] : textsIn(value, `${before}${name}.`),
  );
}

/** Lists the variables of each text by its key; the plural forms of a text are one, because "1" may be written out. */
function variablesByKey(texts: object): Record<string, string[]> {
  const byKey = new Map<string, Set<string>>();
  for (const [key, text] of textsIn(texts)) {
    const name = key.replace(/_(zero|one|two|few|many|other)$/, "");
    const variables = byKey.get(name) ?? new Set();
    for (const [, variable = ""] of text.matchAll(/\{\{\s*(\w+)/g)) variables.add(variable);
    byKey.set(name, variables);
  }
  return Object.fromEntries([...byKey].map(([name, variables]) => [name, [...variables].sort()]));
}

/** Texts by their English ones, of the messages of the API or of the site. */
function translationsOf(language: string, isMessages: boolean): Map<string, string[]> {
  const translations = new Map<string, string[]>();
  for (const folder of folders.filter(
    (name) => (name === "./messages/") === isMessages && name !== "./mails/",
  )) {
    const texts = new Map(textsIn(files[`${folder}${language}.json`] ?? {}));
    for (const [key, english] of textsIn(files[`${folder}en.json`] ?? {}))
      translations.set(english, [...(translations.get(english) ?? []), texts.get(key) ?? ""]);
  }
  return translations;
}

it.each(languages)(
  "a message of the API is worded as on the site, if both say the same in English, in %s",
  (language) => {
    const ofSite = translationsOf(language, false);
    for (const [english, [message = ""]] of translationsOf(language, true))
      expect(ofSite.get(english) ?? [message], english).toContain(message);
  },
);

describe.each(folders)("the texts in %s", (folder) => {
  it.each(languages)("have every key, with the same variables, in %s", (language) => {
    const [texts = {}, english = {}] = [files[`${folder}${language}.json`], files[`${folder}en.json`]];
    expect(variablesByKey(texts)).toEqual(variablesByKey(english));
  });
});
