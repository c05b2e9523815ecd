import type { Texts } from "./language.ts";

const addresses = import.meta.glob<string>("../../language/*.json", {
  query: "?url",
  import: "default",
  eager: true,
});

/** Returns the URL of a language file. */
export function languageAddress(language: string): string | undefined {
  return addresses[`../../language/${language}.json`];
}

declare global {
  interface Window {
    /** The request for the texts that the script in the document head started. */
    texts?: Promise<Response>;
  }
}

/**
 * Requests the texts before any module has loaded. Not a preload, because a browser warns about preloads that are not
 * used within seconds, which is normal on a slow device.
 */
export function textsScript(language: string): string {
  const address = languageAddress(language);
  return address === undefined ? "" : `window.texts=fetch(${JSON.stringify(address)});`;
}

/** Fetches the texts of a language, unless the document head has requested them already. */
export async function fetchTexts(language: string): Promise<Texts> {
  const address = languageAddress(language);
  if (address === undefined) throw new Error(`Language file for ${language} not found.`);
  const response = await (window.texts ?? fetch(address));
  if (!response.ok) throw new Error(`Language file for ${language} not found.`);
  return (await response.json()) as Texts;
}
