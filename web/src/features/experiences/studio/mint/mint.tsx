import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Component } from "@wrapsody/shared/experiences/experiences.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../../lib/language/language.ts";
import { loadNamespaces } from "../../../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { StatusMessage, useStatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { formatCount } from "../../../../ui/format/format.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { QueryPage } from "../../../accounts/index.ts";
import { missingCampaign, useOwnCampaign } from "../manage/own-campaign.ts";
import { CampaignState } from "../shared/campaign-state.tsx";
import type { Route } from "./+types/mint";
import { Batches } from "./batches.tsx";
import { Failures } from "./failures.tsx";
import { MintForm } from "./mint-form.tsx";
import "./mint.css";

export async function clientLoader() {
  await loadNamespaces("wallets");
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("mints.title"), language);
}

export default function MintPage({ params }: Route.ComponentProps) {
  return <MintsOf key={params.campaignId} reference={params.campaignId} />;
}

function MintsOf({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const query = useOwnCampaign(reference);
  return (
    <QueryPage query={query} title={t("mints.title")} missing={missingCampaign(t)} rows={4} height="5rem">
      {(data) => <Mints campaign={data.campaign} components={data.components} />}
    </QueryPage>
  );
}

type MintsProps = { campaign: OwnCampaign; components: readonly Component[] };

function Mints({ campaign, components }: MintsProps) {
  const { t, i18n } = useTranslation();
  const [status, announce] = useStatusMessage();
  const { id, name, stage } = campaign;
  const queued = (count: number) =>
    announce(t("mints.queued", { count, total: formatCount(count, i18n.language) }));
  return (
    <>
      <header className="page-h mint-h">
        <div>
          <p className="small">
            <Link className="row back" to={paths.manageExperience(id)}>
              <ArrowLeft className="i" aria-hidden="true" /> {t("mints.back", { name })}
            </Link>
          </p>
          <h1 className="title">{t("mints.title")}</h1>
          <p className="row small">
            <span className="dim">{t("mints.for", { name })}</span> <CampaignState campaign={campaign} />
          </p>
        </div>
      </header>
      <StatusMessage {...status} />
      <div className="mint-leaves in-order">
        <Section title={t("mints.newList")}>
          {stage === "ACTIVE" ? (
            <>
              <p className="mint-lead">{t("mints.lead")}</p>
              {components.some(({ component_type }) => component_type === "PRESELECTED") ? (
                <p className="mint-lead b">{t("mints.noPhoto")}</p>
              ) : null}
              <MintForm campaign={campaign} queued={queued} />
            </>
          ) : (
            <NotActive campaign={campaign} />
          )}
        </Section>
        <Batches campaign={campaign} />
        <Failures campaign={campaign} />
        <BulkPreview />
      </div>
    </>
  );
}

function NotActive({ campaign: { id, stage } }: { campaign: OwnCampaign }) {
  const { t } = useTranslation();
  return (
    <div className="mint-form">
      <p>{t(`mints.notActive.${stage}`)}</p>
      <p>
        <Link className={stage === "DRAFT" ? "btn go" : "btn"} to={paths.manageExperience(id)}>
          {t("mints.manage")} <ArrowRight className="i" aria-hidden="true" />
        </Link>
      </p>
    </div>
  );
}

/** Preview of an upcoming feature: many spots for one wallet. */
function BulkPreview() {
  const { t } = useTranslation();
  return (
    <Section title={t("mints.bulk.title")}>
      <fieldset disabled className="mint-bulk">
        <legend className="small b">{t("mints.bulk.soon")}</legend>
        <Field label={t("mints.bulk.wallet")} name="wallet" placeholder="0x" problem={undefined} />
        <Field
          label={t("mints.bulk.total")}
          name="total"
          type="number"
          min={1}
          step={1}
          problem={undefined}
        />
      </fieldset>
    </Section>
  );
}
