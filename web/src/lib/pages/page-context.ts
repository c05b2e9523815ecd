import { createContext } from "react-router";
import type { ApiFetch } from "../api/api-fetch.ts";

/** Data that the server passes to the rendering of one page. */
export type PageContext = {
  ask: ApiFetch;
  /** Without a trailing slash. */
  publicUrl: string;
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
};

export const pageContext = createContext<PageContext>();
