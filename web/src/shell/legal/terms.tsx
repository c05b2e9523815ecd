import type { MetaDescriptor } from "react-router";
import { textIn } from "../../lib/language/language.ts";
import { pageMeta, siteOf } from "../../lib/pages/meta.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/terms";
import { LegalPage } from "./legal-page.tsx";

const parts = ["use", "works", "tokens", "payments", "availability", "liability"] as const;

export function meta({ matches }: Route.MetaArgs): MetaDescriptor[] {
  const site = siteOf(matches);
  const t = textIn(site.language);
  return pageMeta({
    ...site,
    title: t("shell.termsPage.title"),
    description: t("shell.termsPage.lead"),
    path: paths.terms,
  });
}

export default function TermsPage() {
  return <LegalPage name="termsPage" parts={parts} />;
}
