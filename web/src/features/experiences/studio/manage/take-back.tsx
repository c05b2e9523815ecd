import { deleteActivation, type OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../../lib/api/api-fetch.ts";
import { ConfirmButton } from "../../../accounts/index.ts";
import { actionErrorKey } from "../shared/error-messages.ts";
import { useCampaignChanged, useCampaignRefresh } from "./own-campaign.ts";

type Props = { campaign: OwnCampaign; announce(text: string): void };

/** Turns an experience back into a draft if its network does not respond. */
export function CancelActivation({ campaign: { id, name }, announce }: Props) {
  const { t } = useTranslation();
  const changed = useCampaignChanged(String(id));
  const refresh = useCampaignRefresh();
  const isTooLate = (error: unknown) => error instanceof ApiError && error.code === "E0032";
  const run = async () => {
    try {
      changed(await apiFetch(deleteActivation, { params: { id: String(id) } }));
    } catch (error) {
      if (isTooLate(error)) refresh();
      throw error;
    }
    announce(t("campaigns.activate.cancel.done", { name }));
  };
  return (
    <ConfirmButton
      className="btn"
      label={t("campaigns.activate.cancel.open")}
      title={t("campaigns.activate.cancel.question", { name })}
      text={t("campaigns.activate.cancel.text")}
      confirm={t("campaigns.activate.cancel.confirm")}
      run={run}
      reason={(error) => t(isTooLate(error) ? "campaigns.activate.cancel.signed" : actionErrorKey(error))}
    />
  );
}
