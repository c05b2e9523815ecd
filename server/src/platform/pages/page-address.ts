import { type Language, languageOf } from "@wrapsody/shared/api/language.ts";

/** Query parameters that never change the page: the sharer and tracking parameters. */
const IGNORED_PARAMETERS = /^(inc|utm_\w+|fbclid|gclid|msclkid|dclid|igshid|mc_cid|mc_eid|ref)$/;
/** Characters; longer queries are ignored. */
const MAX_QUERY_LENGTH = 1_000;

/** Returns the path with the query parameters that can change the page, sorted. */
export function normalizePath(url: string): string {
  const start = url.indexOf("?");
  if (start < 0) return url;
  const path = url.slice(0, start);
  const query = new URLSearchParams(url.slice(start + 1));
  for (const name of [...query.keys()]) if (IGNORED_PARAMETERS.test(name)) query.delete(name);
  query.sort();
  const text = query.toString();
  return text === "" || text.length > MAX_QUERY_LENGTH ? path : `${path}?${text}`;
}

type LanguageHeaders = { cookie?: string | undefined; "accept-language"?: string | undefined };

/** Returns the language from `?lang=`, the language cookie, or `Accept-Language`; `fallback` if it is not supported. */
export function pageLanguage(path: string, headers: LanguageHeaders, fallback: Language): string {
  const requested =
    /[?&]lang=([A-Za-z-]{2,12})(?:&|$)/.exec(path)?.[1] ??
    /(?:^|;\s*)language=([A-Za-z-]{2,12})(?:;|$)/.exec(headers.cookie ?? "")?.[1];
  return requested ?? languageOf(headers["accept-language"], fallback);
}
