import type { Language } from "@wrapsody/shared/api/language.ts";
import type { SignUpMode } from "@wrapsody/shared/operations/site-settings.ts";
import { createContext } from "react-router";
import type { ApiFetch } from "../api/api-fetch.ts";

/** Data that the server passes to the rendering of one page. */
export type PageContext = {
  ask: ApiFetch;
  /** Without a trailing slash. */
  publicUrl: string;
  site: {
    name: string;
    defaultLanguage: Language;
    signUp: SignUpMode;
    hasImprint: boolean;
    canTakePayments: boolean;
    /** HTML in the language of the page; empty: none. */
    announcement: string;
  };
  companionUrl: string | undefined;
  /** The site is a preview, whose data may not persist. */
  preview: boolean;
  /** Apple MusicKit developer token, if the operator has configured one. */
  appleMusicToken: string | undefined;
  /** Emails stay on this machine and are shown at `/outbox`. */
  outbox: boolean;
  language: string;
  /** Nonce of the inline scripts of this page. */
  nonce: string;
  /** Reports an error of a loader or of the rendering to the server's log. */
  reportError(error: unknown): void;
  /** Takes the rendered page, which the response leaves out: a body would be copied into a stream and back. */
  writeHtml(html: Uint8Array): void;
};

export const pageContext = createContext<PageContext>();
