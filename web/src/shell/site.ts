import { defaultLanguage, type Language } from "@wrapsody/shared/language.ts";

/** A wrap in the colour strip of the footer. */
export type Newest = { pretty_id: string; name: string; artist: string; ambient: string | null };

/** Data of the root loader, which every page can read. */
export type Site = {
  /** Without a trailing slash. */
  publicUrl: string;
  companionUrl: string | undefined;
  preview: boolean;
  /** The emails of this preview are shown at `/outbox`. */
  outbox: boolean;
  language: Language;
  /** A requested language that does not exist. */
  unknownLanguage: string | undefined;
  /** Number of public wraps. */
  wraps: number | undefined;
  newest: Newest[];
  year: number;
};

/** Fallback if the root loader failed. */
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
