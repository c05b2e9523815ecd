import { readFileSync } from "node:fs";
import { type Language, languages } from "@wrapsody/shared/language.ts";
import { type SiteText, siteTexts } from "@wrapsody/shared/site-settings.ts";

type Texts = Record<SiteText, Record<Language, string>>;

/** The texts of a site whose operator has written none, from the folder `texts`. */
export const defaultTexts = Object.fromEntries(
  siteTexts.map((text) => [
    text,
    Object.fromEntries(languages.map((language) => [language, readText(text, language)])),
  ]),
) as Texts;

function readText(text: SiteText, language: Language): string {
  return readFileSync(new URL(`texts/${text}.${language}.md`, import.meta.url), "utf8");
}
