import { type Language, languages, usableLanguage } from "@wrapsody/shared/api/language.ts";
import { getSiteText, siteTexts } from "@wrapsody/shared/operations/site-settings.ts";
import { useTranslation } from "react-i18next";
import { type MetaDescriptor, useLocation } from "react-router";
import { type ApiFetch, apiFetch } from "../../lib/api/api-fetch.ts";
import { textIn } from "../../lib/language/language.ts";
import { pageMeta, siteOf } from "../../lib/pages/meta.ts";
import { pageContext } from "../../lib/pages/page-context.ts";
import { rethrowAsResponse } from "../../lib/pages/page-data.ts";
import type { Route } from "./+types/legal-page";

export function loader({ request, context }: Route.LoaderArgs) {
  const { ask, language, site } = context.get(pageContext);
  return readText(ask, request, usableLanguage(language, site.defaultLanguage));
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { lang } = document.documentElement;
  return readText(
    apiFetch,
    request,
    languages.find((language) => language === lang),
  );
}

async function readText(ask: ApiFetch, { url }: Request, language: Language | undefined) {
  const text = textOf(new URL(url).pathname);
  return ask(getSiteText, { params: { text }, query: { language } }).catch(rethrowAsResponse);
}

function textOf(path: string) {
  return siteTexts.find((text) => path.includes(text)) ?? "terms";
}

export function meta({ matches, location }: Route.MetaArgs): MetaDescriptor[] {
  const site = siteOf(matches);
  const t = textIn(site.language);
  const text = textOf(location.pathname);
  const title = t(`shell.${text}`);
  return pageMeta({ ...site, title, description: t("shell.textOfSite", { text: title }), path: `/${text}` });
}

/** The imprint, the terms of use or the privacy policy, by the address. */
export default function LegalPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <article className="sec">
      <h1 className="title">{t(`shell.${textOf(pathname)}`)}</h1>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders Markdown without raw HTML */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: loaderData.html }} />
    </article>
  );
}
