import { useQueryClient } from "@tanstack/react-query";
import {
  deleteDrop,
  getMyDapp,
  type OwnCampaign,
  patchClose,
} from "@wrapsody/shared/experiences/campaigns.ts";
import Square from "lucide-react/icons/square";
import Trash from "lucide-react/icons/trash-2";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError, apiFetch, isNotFound } from "../../../../lib/api/api-fetch.ts";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { paths } from "../../../../paths.ts";
import { Section } from "../../../../ui/layout/section.tsx";
import { ConfirmButton, Permitted } from "../../../accounts/index.ts";
import { actionErrorKey } from "../shared/error-messages.ts";
import { nothingToSave } from "../shared/leave-guard.tsx";
import { useCampaignChanged, useCampaignRefresh } from "./own-campaign.ts";

type Props = { campaign: OwnCampaign; announce(text: string): void };

/** Completes an active experience or deletes an inactive one. */
export function Ending({ campaign, announce }: Props) {
  const { t } = useTranslation();
  const { stage } = campaign;
  return (
    <>
      {stage === "ACTIVE" ? <Complete campaign={campaign} announce={announce} /> : null}
      <Section title={t("campaigns.remove.title")}>
        <div className="drop-ending">
          <p className="small">
            {t(
              stage === "ACTIVE" || stage === "ACTIVATING"
                ? "campaigns.remove.textActive"
                : "campaigns.remove.text",
            )}
          </p>
          {stage === "ACTIVE" || stage === "ACTIVATING" ? null : (
            <Permitted call={deleteDrop}>
              <Remove campaign={campaign} />
            </Permitted>
          )}
        </div>
      </Section>
    </>
  );
}

function Complete({ campaign, announce }: Props) {
  const { t } = useTranslation();
  const changed = useCampaignChanged(String(campaign.id));
  const refresh = useCampaignRefresh();
  const { id, name } = campaign;
  const run = async () => {
    try {
      changed(await apiFetch(patchClose, { params: { id: String(id) } }));
    } catch (error) {
      if (error instanceof ApiError && error.code === "E0032") refresh();
      throw error;
    }
    announce(t("campaigns.complete.done", { name }));
  };
  return (
    <Section title={t("campaigns.complete.title")}>
      <div className="drop-ending">
        <p className="small">{t("campaigns.complete.text")}</p>
        <ConfirmButton
          label={
            <>
              {t("campaigns.complete.open")} <Square className="i" aria-hidden="true" />
            </>
          }
          title={t("campaigns.complete.question", { name })}
          text={t("campaigns.complete.warning")}
          confirm={t("campaigns.complete.confirm")}
          run={run}
          reason={(error) => t(actionErrorKey(error))}
        />
      </div>
    </Section>
  );
}

function Remove({ campaign }: Pick<Props, "campaign">) {
  const { t } = useTranslation();
  const remove = useRemoval(campaign);
  return (
    <ConfirmButton
      className="btn bad"
      label={
        <>
          {t("campaigns.remove.open")} <Trash className="i" aria-hidden="true" />
        </>
      }
      title={t("campaigns.remove.question", { name: campaign.name })}
      text={
        <>
          <p>{t("campaigns.remove.warning")}</p>
          <p className="small">{t("campaigns.remove.levels")}</p>
          <p className="small dim">{t("campaigns.remove.remains")}</p>
        </>
      }
      confirm={t("campaigns.remove.confirm")}
      run={remove}
      reason={(error) => t(actionErrorKey(error))}
    />
  );
}

function useRemoval(campaign: OwnCampaign): () => Promise<void> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const changed = useCampaignChanged(String(campaign.id));
  return async () => {
    const params = { id: String(campaign.id) };
    await apiFetch(deleteDrop, { params }).catch((error: unknown) => {
      // 404 after a lost response or a deletion in another tab: the experience is gone, as intended.
      if (!isNotFound(error)) throw error;
    });
    const success = t("campaigns.remove.done", { name: campaign.name });
    await navigate(paths.myExperiences({ success }), { replace: true, state: nothingToSave });
    client.removeQueries({ queryKey: queryOf(getMyDapp, { params }).queryKey.slice(0, 1), type: "inactive" });
    changed(campaign);
  };
}
