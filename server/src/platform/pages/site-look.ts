import { createElement as h, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

const latin =
  "U+0000-00FF, U+0131, U+0152-0153, U+2010-2015, U+2018-2022, U+2026, U+2030-2033, U+2039-203A, U+20AC, U+2122, U+2190-2193, U+2212, U+FFFD";
const latinExtendedA = "U+0100-0130, U+0132-0151, U+0154-017F, U+0218-021B";
const latinExtended =
  "U+0180-0217, U+021C-02BA, U+02BD-02C5, U+02C7-02CC, U+1E00-1EFF, U+20A0-20AB, U+20AD-20C0, U+2C60-2C7F";
const text = "font-weight: 400 600; font-stretch: 70% 100%";

/**
 * The typefaces that `web/fonts.ts` cuts for the site, at addresses that no build changes: the policy of plain pages is a hash of
 * their styles.
 */
const fontFaces = [
  { family: "Archivo Variable", file: "archivo-latin", axes: text, range: latin },
  { family: "Archivo Variable", file: "archivo-latin-ext-a", axes: text, range: latinExtendedA },
  { family: "Archivo Variable", file: "archivo-latin-ext", axes: text, range: latinExtended },
  {
    family: "Archivo Mark",
    file: "archivo-mark",
    axes: "font-weight: 680; font-stretch: 122%",
    range: "U+0000-007F",
  },
  { family: "Martian Mono Variable", file: "martian-mono", axes: "font-weight: 400", range: latin },
]
  .map(
    ({ family, file, axes, range }) => `@font-face {
  font-family: "${family}"; ${axes}; font-display: swap;
  src: url("/fonts/${file}.woff2") format("woff2"); unicode-range: ${range};
}`,
  )
  .join("\n");

/** Tokens, type and masthead of the site, as in `web/src/ui/styles`, for pages that are not built with it. */
export const siteLook = `
${fontFaces}
:root {
  color-scheme: light dark;
  --paper: light-dark(#fdfdfb, #0c0c0b);
  --sheet: light-dark(#f1f1ed, #181816);
  --ink: light-dark(#0a0a0a, #f4f4ef);
  --ink-2: light-dark(#595954, #a8a8a1);
  --field-line: light-dark(#767670, #7d7d77);
  --rule: light-dark(#d3d3cd, #32322f);
  --signal: #ffdd00;
  --on-signal: #0a0a0a;
  --bad: light-dark(#c00d1e, #ff7a76);
  --mono: "Martian Mono Variable", ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  --gutter: clamp(1rem, 2.2vw, 2rem);
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 400 1.0625rem / 1.625rem "Archivo Variable", "Helvetica Neue", Arial, sans-serif;
  -webkit-font-smoothing: antialiased; overflow-wrap: anywhere;
}
h1, h2, p, ul, dl, dd, fieldset { margin: 0; padding: 0; border: 0; }
ul { list-style: none; }
a { color: inherit; text-underline-offset: 0.2em; }
h1 {
  font-size: clamp(2.25rem, 1.4rem + 3.4vw, 4.5rem); line-height: 0.94; font-weight: 560; font-stretch: 86%;
  letter-spacing: -0.03em; word-spacing: 0.07em; text-wrap: balance;
}
.lead { font-size: 1.375rem; line-height: 1.875rem; letter-spacing: -0.008em; text-wrap: pretty; }
.notice {
  display: flex; align-items: center; gap: 1rem; min-height: 2rem; padding-right: var(--gutter);
  border-bottom: 1px solid var(--rule); font-size: 0.8125rem; line-height: 1.25rem;
}
.notice span { padding-block: 0.375rem; }
.notice::before {
  content: ""; align-self: stretch; flex: none; width: clamp(1rem, 14vw, 13rem);
  background: repeating-linear-gradient(-45deg, var(--ink) 0 8px, transparent 8px 16px);
}
.masthead { border-bottom: 1px solid var(--ink); }
.masthead > * {
  display: flex; align-items: center; gap: 0.625rem; min-height: 3.5rem; padding: 0 var(--gutter);
  font-family: "Archivo Mark", "Archivo Variable", "Helvetica Neue", Arial, sans-serif;
  font-weight: 680; font-stretch: 122%; letter-spacing: -0.02em; text-decoration: none;
}
.masthead svg { flex: none; width: 26px; height: 26px; }
main { max-width: 90rem; padding: 2rem var(--gutter) 6rem; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px; }
`;

/** The notice and the name above a page; the name leads to `href`, if there is one. */
export function Masthead({
  name,
  notice,
  href,
}: {
  name: string;
  notice?: string | undefined;
  href?: string;
}) {
  return h(
    "header",
    null,
    notice === undefined ? null : h("p", { className: "notice" }, h("span", null, notice)),
    h("p", { className: "masthead" }, h(href === undefined ? "span" : "a", { href }, h(Mark), name)),
  );
}

/** The mark: a quarter of a record in a square. */
function Mark() {
  return h(
    "svg",
    { viewBox: "0 0 26 26", "aria-hidden": true },
    h("path", { fill: "var(--ink)", d: "M0 0h26v26H0z" }),
    h("path", {
      fill: "none",
      stroke: "var(--paper)",
      strokeWidth: 2.6,
      d: "M26 6.5A19.5 19.5 0 0 0 6.5 26M26 12.4A13.6 13.6 0 0 0 12.4 26M26 18.3A7.7 7.7 0 0 0 18.3 26",
    }),
  );
}

/** Renders a page in English with the masthead of the site and the styles at `styles`. `isIndexed`: search engines may list it. */
export function renderSitePage(
  {
    siteName,
    title,
    styles,
    script,
    notice,
    isIndexed = false,
  }: {
    siteName: string;
    title: string;
    styles: string;
    script?: string;
    notice?: string;
    isIndexed?: boolean;
  },
  ...content: ReactNode[]
): string {
  const page = h(
    "html",
    { lang: "en" },
    h(
      "head",
      null,
      h("meta", { charSet: "utf-8" }),
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      isIndexed ? null : h("meta", { name: "robots", content: "noindex" }),
      h("title", null, `${title} · ${siteName}`),
      h("link", { rel: "icon", href: "/favicon.svg" }),
      h("link", { rel: "stylesheet", href: styles }),
      script === undefined ? null : h("script", { src: script, defer: true }),
    ),
    h("body", null, h(Masthead, { name: siteName, href: "/", notice }), ...content),
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}
