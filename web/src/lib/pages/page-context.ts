import { createContext } from "react-router";
import type { ApiFetch } from "../api/api-fetch.ts";

/** What the server hands to the rendering of one page. */
export type PageContext = {
  ask: ApiFetch;
  /** Without a trailing slash. */
  publicUrl: string;
  companionUrl: string | undefined;
  /** The build says that its data may not persist. */
  preview: boolean;
  /** What Apple's MusicKit is configured with, where the operator has a token of Apple's for it. */
  appleMusicToken: string | undefined;
  /** Mails stay on this machine, where whoever sits at it can read them at `/outbox`. */
  outbox: boolean;
  language: string;
  /** Of the inline scripts of this page. */
  nonce: string;
};

export const pageContext = createContext<PageContext>();
