import { readFileSync } from "node:fs";
import { type Language, languages } from "@wrapsody/shared/api/language.ts";
import { type SiteSettings, type SiteText, siteTexts } from "@wrapsody/shared/operations/site-settings.ts";
import MarkdownIt from "markdown-it";

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

/** Raw HTML is shown as text, links to scripts are not links, and images, which could track readers, are not loaded. */
const markdown = new MarkdownIt({ html: false, linkify: true }).disable("image");

// The page has the only first heading.
markdown.renderer.rules.heading_open = (tokens, index) => `<${headingTag(tokens[index]?.tag)} class="head">`;
markdown.renderer.rules.heading_close = (tokens, index) => `</${headingTag(tokens[index]?.tag)}>\n`;
markdown.renderer.rules.link_open = (tokens, index, options, _environment, renderer) => {
  tokens[index]?.attrJoin("class", "u");
  return renderer.renderToken(tokens, index, options);
};

function headingTag(tag: string | undefined): string {
  return tag === "h1" || tag === undefined ? "h2" : tag;
}

/** Renders Markdown as HTML that is safe to insert into a page. */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}

/** Renders one line of Markdown, without a paragraph around it. */
export function renderInlineMarkdown(text: string): string {
  return markdown.renderInline(text);
}

/** Name of an operator who has not set one. */
const unnamedOperator: Record<Language, string> = {
  en: "the operator of this site",
  es: "el operador de este sitio",
};

/** Fills the variables of a Markdown text: `{{site}}`, `{{operator}}` and `{{contact}}`. */
export function fillVariables(text: string, settings: SiteSettings, language: Language): string {
  // The contact is not escaped, so that it becomes a link.
  return fillPlaceholders(text, settings, { language, write: escapeMarkdown });
}

/** Returns the paragraphs of the withdrawal terms, in another language if the operator wrote them only in that; empty without any. */
export function withdrawalParagraphs(settings: SiteSettings, language: Language): string[] {
  const { withdrawal, default_language } = settings;
  const written = [language, default_language, ...languages].find((each) => withdrawal[each] !== "");
  if (written === undefined) return [];
  return fillPlaceholders(withdrawal[written], settings, { language: written, write: (name) => name })
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
}

function fillPlaceholders(
  text: string,
  { name, operator, contact }: SiteSettings,
  { language, write }: { language: Language; write(name: string): string },
): string {
  const values: Record<string, string> = {
    site: write(name),
    operator: operator === "" ? unnamedOperator[language] : write(operator),
    contact,
  };
  return text.replace(/\{\{\s*(site|operator|contact)\s*\}\}/g, (_, key: string) => values[key] ?? "");
}

/** Keeps punctuation in a name from being read as Markdown. */
function escapeMarkdown(value: string): string {
  return value.replace(/[!-/:-@[-`{-~]/g, "\\$&");
}
