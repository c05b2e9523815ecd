import type { Campaign, Participant } from "@wrapsody/shared/experiences/experiences.ts";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { paths } from "../../../paths.ts";
import { ShareLink } from "../../../shell/share-link.tsx";
import { participantNumber } from "../artworks/artwork-data.ts";
import { Download } from "./download.tsx";
import type { ArtworkProof } from "./proof.ts";
import { describeLayers, RevealLayers } from "./reveal-layers.tsx";
import { useReveal } from "./use-reveal.ts";

type ArtworkProps = {
  campaign: Pick<Campaign, "pretty_id" | "name">;
  artwork: Participant;
};

/** Shares the public page of an artwork, whose card shows it. */
export function ShareArtwork({ campaign, artwork }: ArtworkProps) {
  const { t } = useTranslation();
  const named = { number: participantNumber(artwork), name: campaign.name };
  return (
    <ShareLink
      title={t("experiences.artworkTitle", named)}
      text={t("ownArtwork.shareText", named)}
      page={() => paths.participant(campaign.pretty_id, artwork.id)}
    />
  );
}

/** Actions of owners in a row: share, download and reveal the artwork. `stage` holds the picture, over which the reveal plays. */
export function OwnArtwork({
  campaign,
  artwork,
  proof,
  stage,
}: ArtworkProps & { proof: ArtworkProof; stage: HTMLElement }) {
  const { t } = useTranslation();
  const { state, outcome, isOffered, play, skip } = useReveal(artwork, { proof, stage });
  const isIdle = state.is === "idle";
  return (
    <>
      {createPortal(<RevealLayers state={state} />, stage)}
      <ShareArtwork campaign={campaign} artwork={artwork} />
      <Download artwork={artwork} proof={proof} />
      {isOffered ? (
        <button type="button" className="btn" onClick={isIdle ? play : skip}>
          {t(isIdle ? "ownArtwork.reveal.play" : "ownArtwork.reveal.skip")}
        </button>
      ) : null}
      {outcome?.is === "failed" ? (
        <p className="small rv-note" role="alert">
          {t("ownArtwork.reveal.failed")}
        </p>
      ) : null}
      <p className="vh" role="status">
        {outcome?.is === "finished"
          ? t("ownArtwork.reveal.done", { layers: describeLayers(t, outcome.layers) })
          : ""}
      </p>
    </>
  );
}
