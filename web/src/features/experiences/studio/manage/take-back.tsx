import { deleteActivation, type OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import { useTranslation } from "react-i18next";
import { AskError, ask } from "../../../../lib/api/api-fetch.ts";
import { Confirmed } from "../../../accounts/index.ts";
import { refusalKey } from "../shared/refusal.ts";
import { useCampaignChanged, useCampaignRefresh } from "./own-campaign.ts";

type Props = { campaign: OwnCampaign; tell(text: string): void };

/** Makes an experience a draft again whose network does not answer. */
export function TakeBack({ campaign: { id, name }, tell }: Props) {
  const { t } = useTranslation();
  const changed = useCampaignChanged(String(id));
  const refresh = useCampaignRefresh();
  const isTooLate = (error: unknown) => error instanceof AskError && error.code === "E0032";
  const run = async () => {
    try {
      changed(await ask(deleteActivation, { params: { id: String(id) } }));
    } catch (error) {
      if (isTooLate(error)) refresh();
      throw error;
    }
    tell(t("campaigns.activate.back.done", { name }));
  };
  return (
    <Confirmed
      className="btn"
      label={t("campaigns.activate.back.open")}
      title={t("campaigns.activate.back.question", { name })}
      text={t("campaigns.activate.back.text")}
      confirm={t("campaigns.activate.back.confirm")}
      run={run}
      reason={(error) => t(isTooLate(error) ? "campaigns.activate.back.signed" : refusalKey(error))}
    />
  );
}
