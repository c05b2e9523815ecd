import type { DehydratedState } from "@tanstack/react-query";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import { type Campaign, getDrop, getDropNfts } from "@wrapsody/shared/experiences/experiences.ts";
import { pageData, readLoaded, required } from "../../../lib/pages/page-data.ts";

type Loader = ReturnType<typeof pageData>["loader"];
type ClientLoader = ReturnType<typeof pageData>["clientLoader"];
type Needed = ReturnType<typeof required>;
type Loaded = { dehydrated: DehydratedState | undefined };
type Params = Record<string, string | undefined>;

/** Request options of a campaign by its number or pretty id. */
export const campaignOptions = (params: Params) => ({ params: { id: params.campaignId ?? "" } });

/** Request options of the song of a campaign, which the player offers. */
export const songOptions = ({ song }: Campaign) => ({ params: { id: song.pretty_id } });

/** Request options of one page of a campaign's participants. */
export const participantsOptions = (campaignId: number, list: Omit<Partial<ListQuery>, "filters">) => ({
  list: {
    ...list,
    filters: [{ key: "song_campaign_id", operator: "==" as const, value: campaignId }],
  },
});

const previewed = 12;
/** Limit of participants to load for neighbours. Those of older artworks are not shown. */
const MAX_LOADED = 200;

/** Query of the newest participants of a campaign, all of them within `MAX_LOADED`. */
export const allParticipantsOptions = (campaignId: number) =>
  participantsOptions(campaignId, { limit: MAX_LOADED });

export const previewOptions = (campaignId: number) => participantsOptions(campaignId, { limit: previewed });

export const requireParticipants = (options: ReturnType<typeof participantsOptions>) =>
  required(getDropNfts, options);

/**
 * Builds the loaders of a page about one campaign. The URL may name the campaign by its pretty id, but participants are
 * listed by its number, so `more` runs once the campaign is loaded.
 */
export function campaignPageData(more: (campaign: Campaign, params: Params, url: URL) => Needed[]) {
  const first = pageData(({ params }) => [required(getDrop, campaignOptions(params))]);
  const then = (state: DehydratedState | undefined, params: Params) => {
    const campaign = readLoaded(state, getDrop, campaignOptions(params));
    return pageData(({ url }) => (campaign === undefined ? [] : more(campaign, params, url)));
  };
  return {
    async loader(args: Parameters<Loader>[0]): Promise<Loaded> {
      const { dehydrated } = await first.loader(args);
      const rest = await then(dehydrated, args.params).loader(args);
      return { dehydrated: mergeStates(dehydrated, rest.dehydrated) };
    },
    async clientLoader(args: Parameters<ClientLoader>[0]): Promise<Loaded> {
      await first.clientLoader(args);
      return then(undefined, args.params).clientLoader(args);
    },
  };
}

function mergeStates(...states: (DehydratedState | undefined)[]): DehydratedState {
  return { mutations: [], queries: states.flatMap((state) => state?.queries ?? []) };
}
