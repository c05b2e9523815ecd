import { useQueryClient } from "@tanstack/react-query";
import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import { type CodeBatch, getCodeBatches } from "@wrapsody/shared/experiences/spot-codes.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { textIn } from "../../../../lib/language/language.ts";
import { loadNamespaces } from "../../../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { StatusMessage, useStatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { EmptySection, Section } from "../../../../ui/layout/section.tsx";
import { QueryPage, QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import { missingCampaign, useOwnCampaign } from "../manage/own-campaign.ts";
import type { Route } from "./+types/codes";
import { BatchForm } from "./batch-form.tsx";
import { countsText, termsText } from "./batch-texts.ts";
import "./codes.css";

export async function clientLoader() {
  await loadNamespaces("codes");
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("campaigns.codes.title"), language);
}

export default function CodesPage({ params: { campaignId } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const query = useOwnCampaign(campaignId);
  return (
    <QueryPage
      key={campaignId}
      query={query}
      title={t("codes.title")}
      missing={missingCampaign(t)}
      height="5rem"
    >
      {({ campaign }) => <Codes campaign={campaign} />}
    </QueryPage>
  );
}

function Codes({ campaign }: { campaign: OwnCampaign }) {
  const { t } = useTranslation();
  const [status, announce] = useStatusMessage();
  const client = useQueryClient();
  const { id, name, stage } = campaign;
  return (
    <>
      <header className="page-h codes-h">
        <p className="small">
          <Link className="row back" to={paths.manageExperience(id)}>
            <ArrowLeft className="i" aria-hidden="true" /> {name}
          </Link>
        </p>
        <h1 className="title">{t("codes.title")}</h1>
        <p className="small">{t("codes.lead")}</p>
      </header>
      <StatusMessage {...status} />
      <section className="sec codes-page in-order" aria-label={t("codes.title")}>
        <Section title={t("codes.batches")}>
          <Batches campaign={campaign} />
        </Section>
        <Section title={t("codes.add")}>
          {stage === "COMPLETED" ? (
            <EmptySection>{t("codes.completed")}</EmptySection>
          ) : (
            <>
              {stage === "ACTIVE" ? null : <p className="small">{t("codes.notActive")}</p>}
              <BatchForm
                campaign={campaign}
                onAdded={(batch) => {
                  invalidateQueries(client, getCodeBatches);
                  announce(t("codes.added", { count: batch.codes, name: batch.name }));
                }}
              />
            </>
          )}
        </Section>
      </section>
    </>
  );
}

function Batches({ campaign: { id } }: { campaign: OwnCampaign }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getCodeBatches, { params: { id: String(id) } });
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={2} />;
  if (data.data.length === 0) return <EmptySection>{t("codes.none")}</EmptySection>;
  return (
    <ul className="codes-batches">
      {data.data.map((batch) => (
        <BatchRow key={batch.id} campaign={id} batch={batch} />
      ))}
    </ul>
  );
}

function BatchRow({ campaign, batch }: { campaign: number; batch: CodeBatch }) {
  const { t, i18n } = useTranslation();
  return (
    <li>
      <p>
        <Link className="b u" to={paths.codeBatch(campaign, batch.id)}>
          {batch.name}
        </Link>
      </p>
      <p className="small num">{countsText(t, batch, i18n.language)}</p>
      <p className="small dim num">{termsText(t, batch, i18n.language)}</p>
    </li>
  );
}
