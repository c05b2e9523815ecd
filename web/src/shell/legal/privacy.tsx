import type { MetaDescriptor } from "react-router";
import { textIn } from "../../lib/language/language.ts";
import { pageMeta, siteOf } from "../../lib/pages/meta.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/privacy";
import { LegalPage } from "./legal-page.tsx";

const parts = ["browser", "account", "listening", "chain", "others", "rights"] as const;

export function meta({ matches }: Route.MetaArgs): MetaDescriptor[] {
  const site = siteOf(matches);
  const t = textIn(site.language);
  return pageMeta({
    ...site,
    title: t("shell.privacyPage.title"),
    description: t("shell.privacyPage.lead"),
    path: paths.privacy,
  });
}

export default function PrivacyPage() {
  return <LegalPage name="privacyPage" parts={parts} />;
}
