import type { Campaign, Participant } from "@wrapsody/shared/experiences/experiences.ts";
import { useSignedIn } from "../../../lib/storage/session.ts";
import { OwnArtwork, ShareArtwork } from "./own-artwork.tsx";
import { useIsOwn } from "./use-own-artworks.ts";

/** The actions on the public page of an artwork: everyone can share it, its owner can also download and reveal it. */
export function ArtworkActions({
  campaign,
  artwork,
  stage,
}: {
  campaign: Campaign;
  artwork: Participant;
  stage: HTMLElement | null;
}) {
  const isOwn = useIsOwn(artwork);
  const isSignedIn = useSignedIn();
  if (isSignedIn && isOwn && stage !== null)
    return (
      <OwnArtwork campaign={campaign} artwork={artwork} proof={{ participantId: artwork.id }} stage={stage} />
    );
  return <ShareArtwork campaign={campaign} artwork={artwork} />;
}
