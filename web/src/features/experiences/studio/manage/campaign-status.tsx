import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { networkName } from "../../../../lib/networks.ts";
import { Section } from "../../../../ui/layout/section.tsx";
import { needPath, needText } from "../shared/campaign-needs.ts";
import { chainErrorKey } from "../shared/error-messages.ts";
import { CancelActivation } from "./take-back.tsx";

/** Lists what an experience needs before it is active: missing items with links, or the chain transaction. */
export function CampaignStatus({
  campaign,
  announce,
}: {
  campaign: OwnCampaign;
  announce(text: string): void;
}) {
  const { t } = useTranslation();
  const { stage, network } = campaign;
  if (stage === "ACTIVATING") {
    return (
      <Section title={t("campaigns.state.ACTIVATING")}>
        <div className="drop-under" role="status">
          <p>{t("campaigns.activate.pending", { network: networkName(t, network) })}</p>
          <p className="small dim">{t("campaigns.activate.waiting")}</p>
        </div>
        <CancelActivation campaign={campaign} announce={announce} />
      </Section>
    );
  }
  if (stage !== "DRAFT") return null;
  return (
    <Section title={t("campaigns.ready.title")}>
      <Problem campaign={campaign} />
      <Needs campaign={campaign} />
    </Section>
  );
}

/** Why the last activation failed. */
function Problem({ campaign: { activation_problem: problem } }: { campaign: OwnCampaign }) {
  const { t } = useTranslation();
  if (problem === null) return null;
  return (
    <div className="drop-problem">
      <p className="b">{t("campaigns.activate.failed")}</p>
      <p>{t(chainErrorKey(problem))}</p>
      <p className="small">{t("campaigns.activate.again")}</p>
      <p className="code dim" lang="en">
        {t("campaigns.activate.response")}: {problem}
      </p>
    </div>
  );
}

function Needs({ campaign }: { campaign: OwnCampaign }) {
  const { t, i18n } = useTranslation();
  const { needs } = campaign;
  if (needs.length === 0) return <p>{t("campaigns.ready.all")}</p>;
  return (
    <>
      <p className="small dim">{t("campaigns.ready.missing", { count: needs.length })}</p>
      <ol className="drop-needs">
        {needs.map((need, at) => (
          <li key={need}>
            <span className="no" aria-hidden="true">
              {at + 1}
            </span>
            <div>
              <Link className="b u row" to={needPath(need, campaign)}>
                {t(`campaigns.need.${need}.name`)} <ArrowRight className="i" aria-hidden="true" />
              </Link>
              <p className="small dim">{needText(t, need, campaign, i18n.language)}</p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
