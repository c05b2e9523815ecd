import { useTranslation } from "react-i18next";
import { isNotFound } from "../../../../lib/api/api-fetch.ts";
import { textIn } from "../../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { FailurePage } from "../../../../shell/failure-page.tsx";
import { type PageHandle, QueryState } from "../../../accounts/index.ts";
import { useOwnCampaign } from "../manage/own-campaign.ts";
import type { Route } from "./+types/components";
import { Editor } from "./editor.tsx";
import { EditorSkeleton } from "./editor-skeleton.tsx";

export const handle = { loading: EditorSkeleton } satisfies PageHandle;

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
  const heading = <h1 className="vh">{t("components.title")}</h1>;
  if (error === null) return <EditorSkeleton>{heading}</EditorSkeleton>;
  return (
    <section className="sec">
      {heading}
      <QueryState error={error} refetch={refetch} />
    </section>
  );
}
