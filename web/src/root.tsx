import { QueryClientProvider } from "@tanstack/react-query";
import { usableLanguage } from "@wrapsody/shared/api/language.ts";
import { getSongs } from "@wrapsody/shared/catalogue/catalogue.ts";
import { type ReactNode, useContext, useEffect, useState } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  type MetaDescriptor,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import archivo from "../.fonts/archivo-latin.woff2?url";
import type { Route } from "./+types/root";
import styles from "./app.css?url";
import { textIn } from "./lib/language/language.ts";
import { pageTitle } from "./lib/pages/meta.ts";
import { Nonce } from "./lib/pages/nonce.ts";
import { pageContext } from "./lib/pages/page-context.ts";
import { queryClient } from "./lib/pages/page-data.ts";
import { paths } from "./paths.ts";
import { FailurePage } from "./shell/failure-page.tsx";
import { barColors, colorBars, themeScript } from "./shell/header/theme.tsx";
import { isBare, Shell } from "./shell/shell.tsx";
import { type Newest, noSite, type Site } from "./shell/site.ts";

export async function loader({ context }: Route.LoaderArgs): Promise<Site> {
  const { ask, publicUrl, site, companionUrl, preview, outbox, language } = context.get(pageContext);
  const { name, signUp, hasImprint, canTakePayments, announcement } = site;
  const usable = usableLanguage(language, site.defaultLanguage);
  const t = textIn(usable);
  const newest = await ask(getSongs, { list: { limit: 8 } }).catch(() => ({ data: [], total: undefined }));
  return {
    publicUrl,
    name,
    companionUrl,
    notices: [
      { label: t("shell.previewLabel"), className: "code", text: preview ? t("shell.preview") : "" },
      { label: t("shell.announcement"), className: "small", text: announcement },
    ].flatMap(({ text, ...notice }) => (text === "" ? [] : [{ ...notice, html: `<span>${text}</span>` }])),
    signUp,
    hasImprint,
    canTakePayments,
    outbox: preview && outbox,
    language: usable,
    unknownLanguage: usable === language.slice(0, 2).toLowerCase() ? undefined : language,
    wraps: newest.total,
    newest: newest.data.map(
      ({ pretty_id, name, artist, image }): Newest => ({
        pretty_id,
        name,
        artist,
        image,
      }),
    ),
    year: new Date().getUTCFullYear(),
  };
}

/** Navigations keep the data of the site; it is fetched again where it has been changed. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href === nextUrl.href && nextUrl.pathname === paths.siteSettings;
}

export const links: Route.LinksFunction = () => [
  { rel: "preload", href: archivo, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "manifest", href: "/site.webmanifest" },
];

/** The title of pages without their own, and of failed pages. */
export function meta({ loaderData, error }: Route.MetaArgs): MetaDescriptor[] {
  const language = loaderData?.language ?? "en";
  if (error === undefined) return [{ title: textIn(language)("shell.tagline") }];
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const title = textIn(language)(missing ? "errors.notFoundTitle" : "errors.title");
  return [{ title: pageTitle(title, language) }, { name: "robots", content: "noindex" }];
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(Nonce);
  const [client] = useState(queryClient);
  const site = useRouteLoaderData<typeof loader>("root") ?? noSite;
  const bare = useMatches().some(({ handle }) => isBare(handle));
  const { key } = useLocation();
  useEffect(() => {
    // Marks the page as interactive, and which one it is; the browser tests wait for it.
    document.documentElement.dataset.ready = key;
  }, [key]);
  useEffect(colorBars, []);
  return (
    // The script below writes the chosen colour scheme on this element before React takes the page over.
    <html lang={site.language} data-site={site.name} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {(["light", "dark"] as const).map((scheme) => (
          <meta
            key={scheme}
            name="theme-color"
            media={`(prefers-color-scheme: ${scheme})`}
            content={barColors[scheme]}
          />
        ))}
        {/* It has run before the browser takes the page over, which needs no copy of it. */}
        <script nonce={nonce} suppressHydrationWarning>
          {import.meta.env.SSR ? themeScript : ""}
        </script>
        <Meta />
        <Links />
      </head>
      <body>
        <QueryClientProvider client={client}>
          {bare ? children : <Shell site={site}>{children}</Shell>}
        </QueryClientProvider>
        {/* Before scripts that wait for styles. */}
        <Scripts />
        {/* In someone else's page storage may be forbidden, and its script would break there. */}
        {bare ? null : <ScrollRestoration />}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailurePage error={error} />;
}
