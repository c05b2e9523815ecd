import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getMints, getMyDapp, getMyDapps, type OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import { getComponents, getDrop, getDrops } from "@wrapsody/shared/experiences.ts";
import { getMySong } from "@wrapsody/shared/studio.ts";
import { invalidate } from "../../../../lib/api/invalidate.ts";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { useSignedIn } from "../../../../lib/storage/session.ts";

export type OwnCampaignAnswer = AnswerOf<typeof getMyDapp>;

/** How often an experience is asked for while its contract is deployed, in milliseconds. */
const ACTIVATION_POLL_MS = 2_000;

/** An experience of the publisher's with its components; while its contract is deployed, again and again. */
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

/** Answers what is called with an experience as a change left it: it is shown at once, and the rest asked for anew. */
export function useCampaignChanged(reference: string): (campaign: OwnCampaign) => void {
  const client = useQueryClient();
  return (campaign) => {
    client.setQueryData<OwnCampaignAnswer>(
      queryOf(getMyDapp, { params: { id: reference } }).queryKey,
      (held) => held && { ...held, campaign },
    );
    invalidate(client, getMyDapp, getMyDapps, getDrop, getDrops, getComponents, getMints, getMySong);
  };
}

/** Answers what is called where a change was refused, as by one in another tab: what is shown is brought up to date. */
export function useCampaignRefresh(): () => void {
  const client = useQueryClient();
  return () => invalidate(client, getMyDapp, getMyDapps);
}
