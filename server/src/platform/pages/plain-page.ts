import { createHash } from "node:crypto";
import type { Language } from "@wrapsody/shared/api/language.ts";
import { createElement as h, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { plainPageStyles } from "./plain-page-styles.ts";
import { Masthead } from "./site-look.ts";

const styleHash = createHash("sha256").update(plainPageStyles).digest("base64");

/** The page runs nothing and loads only its typeface; its forms come back here, and lead on to the site. */
export function plainPagePolicy(publicUrl: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "font-src 'self'",
    // Browsers hold a form to this on its way on, too.
    `form-action 'self' ${publicUrl}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * Renders a page without scripts: a page of a simulated service, whose `notice` says so, or a page that mails link to. `service` is
 * above the page, `site` in the title of the window.
 */
export function renderPlainPage(
  {
    language,
    service,
    site = "Wrapsody",
    title,
    notice,
  }: { language: Language; service: string; site?: string; title: string; notice?: string },
  ...content: ReactNode[]
): string {
  const head = h(
    "head",
    null,
    h("meta", { charSet: "utf-8" }),
    h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    h("meta", { name: "robots", content: "noindex" }),
    h("title", null, `${title} · ${site}`),
    h("style", null, plainPageStyles),
  );
  const body = h("body", null, h(Masthead, { name: service, notice }), h("main", null, ...content));
  return `<!doctype html>${renderToStaticMarkup(h("html", { lang: language }, head, body))}`;
}
