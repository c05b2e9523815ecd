import { defaultLanguage, type Language } from "@wrapsody/shared/language.ts";

/** One of the newest wraps, as the colour strip of the footer shows it. */
export type Newest = { pretty_id: string; name: string; artist: string; ambient: string | null };

/** What every page knows of the site: the answer of the root loader. */
export type Site = {
  /** Without a trailing slash. */
  publicUrl: string;
  companionUrl: string | undefined;
  preview: boolean;
  /** The mails of this preview are read at `/outbox`. */
  outbox: boolean;
  language: Language;
  /** A language that was asked for and that there is not. */
  unknownLanguage: string | undefined;
  /** How many wraps are public. */
  wraps: number | undefined;
  newest: Newest[];
  year: number;
};

/** The site when even its own loader failed. */
export const noSite: Site = {
  publicUrl: "",
  companionUrl: undefined,
  preview: false,
  outbox: false,
  language: defaultLanguage,
  unknownLanguage: undefined,
  wraps: undefined,
  newest: [],
  year: 2026,
};
