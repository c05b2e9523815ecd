import { useTranslation } from "react-i18next";
import { isNotFound } from "../../../../lib/api/api-fetch.ts";
import { textIn } from "../../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { FailurePage } from "../../../../shell/failure-page.tsx";
import { QueryState } from "../../../accounts/index.ts";
import { useOwnCampaign } from "../manage/own-campaign.ts";
import type { Route } from "./+types/components";
import { Editor } from "./editor.tsx";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("components.title"), language);
}

export default function ComponentsPage({ params }: Route.ComponentProps) {
  return <Components key={params.campaignId} reference={params.campaignId} />;
}

function Components({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useOwnCampaign(reference);
  if (data !== undefined) return <Editor {...data} reference={reference} />;
  if (isNotFound(error)) {
    const link = { to: paths.myExperiences(), label: t("components.missing.link") };
    const missing = { title: t("components.missing.title"), text: t("components.missing.text"), link };
    return <FailurePage error={error} missing={missing} />;
  }
  return (
    <section className="sec">
      <h1 className="vh">{t("components.title")}</h1>
      <QueryState error={error} refetch={refetch} rows={6} height="5rem" />
    </section>
  );
}
