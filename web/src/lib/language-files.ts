import type { Texts } from "./language.ts";

const addresses = import.meta.glob<string>("../language/*.json", {
  query: "?url",
  import: "default",
  eager: true,
});

/** Where the texts of a language are fetched from. */
export function languageAddress(language: string): string | undefined {
  return addresses[`../language/${language}.json`];
}

/** Fetches the texts of a language; the document has begun to load them already. */
export async function fetchTexts(language: string): Promise<Texts> {
  const address = languageAddress(language);
  if (address === undefined) throw new Error(`Language file for ${language} not found.`);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`Language file for ${language} not found.`);
  return (await response.json()) as Texts;
}
