import { type OwnCampaign, patchActivate } from "@wrapsody/shared/campaigns.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { AskError, ask } from "../../../../lib/ask.ts";
import { networkName } from "../../../../lib/networks.ts";
import { Confirmed } from "../../../accounts/index.ts";
import { refusalKey } from "../refusal.ts";
import { useCampaignChanged, useCampaignRefresh } from "./own-campaign.ts";

/** Deploys the contract of an experience, after it was said that this cannot be undone. */
export function Activate({ campaign }: { campaign: OwnCampaign }) {
  const { t } = useTranslation();
  const changed = useCampaignChanged(String(campaign.id));
  const refresh = useCampaignRefresh();
  const { name, network } = campaign;
  const run = async () => {
    try {
      changed(await ask(patchActivate, { params: { id: String(campaign.id) } }));
    } catch (error) {
      if (error instanceof AskError && error.code === "E0032") refresh();
      throw error;
    }
  };
  const reason = (error: Error) =>
    t(error instanceof AskError && error.code === "E0032" ? "campaigns.activate.refused" : refusalKey(error));
  return (
    <Confirmed
      className="btn go"
      label={
        <>
          {t("campaigns.activate.open")} <ArrowRight className="i" aria-hidden="true" />
        </>
      }
      title={t("campaigns.activate.question", { name })}
      text={
        <>
          <p>{t("campaigns.activate.text", { network: networkName(t, network) })}</p>
          <p className="small">{t("campaigns.activate.fixed")}</p>
        </>
      }
      confirm={t("campaigns.activate.confirm")}
      run={run}
      reason={reason}
    />
  );
}
