import { createHash } from "node:crypto";
import type { Language } from "@wrapsody/shared/language.ts";
import { createElement as h, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { sandboxStyles } from "./sandbox-styles.ts";

const styleHash = createHash("sha256").update(sandboxStyles).digest("base64");

/** The page runs nothing and loads nothing; its forms come back here, and lead on to the site. */
export function sandboxPolicy(publicUrl: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    // Browsers hold a form to this on its way on, too.
    `form-action 'self' ${publicUrl}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** A page of an outside service that the program stands in for; `notice` says so. */
export function renderSandboxPage(
  {
    language,
    service,
    title,
    notice,
  }: { language: Language; service: string; title: string; notice: string },
  ...content: ReactNode[]
): string {
  const head = h(
    "head",
    null,
    h("meta", { charSet: "utf-8" }),
    h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    h("meta", { name: "robots", content: "noindex" }),
    h("title", null, `${title} · Wrapsody`),
    h("style", null, sandboxStyles),
  );
  const top = h(
    "header",
    null,
    h("p", { className: "service" }, service),
    h("p", { className: "notice" }, notice),
  );
  const body = h("body", null, top, h("main", null, ...content));
  return `<!doctype html>${renderToStaticMarkup(h("html", { lang: language }, head, body))}`;
}
