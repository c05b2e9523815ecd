import type { TFunction } from "i18next";
import { expect, it } from "vitest";
import en from "../../../language/studio/en.json" with { type: "json" };
import es from "../../../language/studio/es.json" with { type: "json" };
import { languageCodes, listLanguages } from "./language-names.ts";

const translate = (names: Readonly<Record<string, string>>) =>
  ((key: string) => names[key.replace("studio.languageNames.", "")]) as unknown as TFunction;

it.each([
  ["en", en.studio.languageNames, "German"],
  ["es", es.studio.languageNames, "alemán"],
])("Languages are listed once each, by their names in %s", (language, names, german) => {
  const listed = listLanguages(translate(names), language, "");
  expect(listed.map(({ code }) => code).toSorted()).toEqual([...languageCodes].toSorted());
  expect(new Set(listed.map(({ name }) => name.toLowerCase())).size).toBe(listed.length);
  expect(listed.filter(({ code, name }) => name === undefined || name === code)).toEqual([]);
  expect(listed.find(({ code }) => code === "de")?.name).toBe(german);
});

it("The chosen language is listed even if it is rare", () => {
  const listed = listLanguages(translate(en.studio.languageNames), "en", "pt-BR");
  expect(listed.find(({ code }) => code === "pt-BR")?.name).toBe("Brazilian Portuguese");
});
