import { languageOf } from "@wrapsody/shared/language.ts";

/** Queries that never change what is rendered: who shared the link, and what others hang on links to follow people. */
const silentQueries = /^(inc|utm_\w+|fbclid|gclid|msclkid|dclid|igshid|mc_cid|mc_eid|ref)$/;
/** Characters of all others together; longer ones render the page without any. */
const longestQuery = 1_000;

/** The address that a request is rendered for: of its query only what may change the page, in a fixed order. */
export function normalizePath(url: string): string {
  const start = url.indexOf("?");
  if (start < 0) return url;
  const path = url.slice(0, start);
  const query = new URLSearchParams(url.slice(start + 1));
  for (const name of [...query.keys()]) if (silentQueries.test(name)) query.delete(name);
  query.sort();
  const text = query.toString();
  return text === "" || text.length > longestQuery ? path : `${path}?${text}`;
}

type LanguageHeaders = { cookie?: string | undefined; "accept-language"?: string | undefined };

/** By `?lang=`, else the cookie of the language switch, else what the browser prefers. */
export function pageLanguage(path: string, headers: LanguageHeaders): string {
  const asked =
    /[?&]lang=([A-Za-z-]{2,12})(?:&|$)/.exec(path)?.[1] ??
    /(?:^|;\s*)language=([A-Za-z-]{2,12})(?:;|$)/.exec(headers.cookie ?? "")?.[1];
  return asked ?? languageOf(headers["accept-language"]);
}
