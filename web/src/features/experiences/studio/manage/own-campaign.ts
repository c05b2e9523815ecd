import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { getMints, getMyDapp, getMyDapps, type OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import { getComponents, getDrop, getDrops } from "@wrapsody/shared/experiences/experiences.ts";
import { getMySong } from "@wrapsody/shared/studio/studio.ts";
import type { TFunction } from "i18next";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { useSignedIn } from "../../../../lib/storage/session.ts";
import { paths } from "../../../../paths.ts";
import type { Missing } from "../../../../shell/failure-page.tsx";

export type OwnCampaignAnswer = AnswerOf<typeof getMyDapp>;

/** Poll interval while the contract is deployed. */
const ACTIVATION_POLL_MS = 2_000;

/** Fetches one of the publisher's experiences with its components. Polls while its contract is deployed. */
export function useOwnCampaign(reference: string) {
  const enabled = useSignedIn();
  return useQuery({
    ...queryOf(getMyDapp, { params: { id: reference } }),
    enabled,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.campaign.stage === "ACTIVATING" ? ACTIVATION_POLL_MS : false,
  });
}

/** Texts of the page of an experience that does not exist, was deleted or belongs to another publisher. */
export function missingCampaign(t: TFunction): Missing {
  const link = { to: paths.myExperiences(), label: t("campaigns.manage.missingLink") };
  return { title: t("campaigns.manage.missingTitle"), text: t("campaigns.manage.missingText"), link };
}

/** Returns a callback for a changed experience: caches it and refetches the rest. */
export function useCampaignChanged(reference: string): (campaign: OwnCampaign) => void {
  const client = useQueryClient();
  return (campaign) => {
    client.setQueryData<OwnCampaignAnswer>(
      queryOf(getMyDapp, { params: { id: reference } }).queryKey,
      (cached) => cached && { ...cached, campaign },
    );
    invalidateQueries(client, getMyDapp, getMyDapps, getDrop, getDrops, getComponents, getMints, getMySong);
  };
}

/** Returns a callback that refetches the page after a rejection, which may come from a change in another tab. */
export function useCampaignRefresh(): () => void {
  const client = useQueryClient();
  return () => invalidateQueries(client, getMyDapp, getMyDapps);
}
