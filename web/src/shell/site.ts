import { defaultLanguage, type Language } from "@wrapsody/shared/api/language.ts";
import type { Image } from "@wrapsody/shared/api/media.ts";
import type { SignUpMode } from "@wrapsody/shared/operations/site-settings.ts";

/** A wrap in the colour strip of the footer. Entry pages show its cover. */
export type Newest = { pretty_id: string; name: string; artist: string; image: Image | null };

/** Data of the root loader, which every page can read. */
export type Site = {
  /** Without a trailing slash. */
  publicUrl: string;
  name: string;
  companionUrl: string | undefined;
  /** Lines above the header, as safe HTML: that this is a preview, and the announcement of the operator. */
  notices: { label: string; className: string; html: string }[];
  signUp: SignUpMode;
  hasImprint: boolean;
  canTakePayments: boolean;
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
  name: "Wrapsody",
  companionUrl: undefined,
  notices: [],
  signUp: "open",
  hasImprint: false,
  canTakePayments: true,
  outbox: false,
  language: defaultLanguage,
  unknownLanguage: undefined,
  wraps: undefined,
  newest: [],
  year: 2026,
};
