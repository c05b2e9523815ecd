import { useQuery } from "@tanstack/react-query";
import {
  type CollectedArtwork,
  getMyArt,
  type Participant,
} from "@wrapsody/shared/experiences/experiences.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { useSignedIn } from "../../../lib/storage/session.ts";

/** The most that are marked on one page. */
const MAX_MARKED = 200;

/** The reader's artworks of an experience, newest first. Pages are the same for everyone, so only the browser asks for them. */
export function useOwnArtworks(campaignId: number): readonly CollectedArtwork[] | undefined {
  const enabled = useSignedIn();
  const filters = [{ key: "song_campaign_id", operator: "==" as const, value: campaignId }];
  return useQuery({ ...queryOf(getMyArt, { list: { limit: MAX_MARKED, filters } }), enabled }).data?.data;
}

/** Returns whether an artwork is the reader's, as far as it is known. */
export function useIsOwn({ id, song_campaign_id: campaign }: Participant): boolean {
  return useOwnArtworks(campaign)?.some((own) => own.id === id) === true;
}
