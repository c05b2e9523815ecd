import type { Campaign, Participant } from "@wrapsody/shared/experiences/experiences.ts";
import type { Order } from "@wrapsody/shared/experiences/participation.ts";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSignedIn } from "../../../../lib/storage/session.ts";
import { paths, REWARDS_TAB } from "../../../../paths.ts";
import { formatCount } from "../../../../ui/format/format.ts";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { participantNumber } from "../../artworks/artwork-data.ts";
import { RankLine } from "../../artworks/rarity.tsx";
import { OwnArtwork } from "../../own-artwork/own-artwork.tsx";
import type { ArtworkProof } from "../../own-artwork/proof.ts";

type NewArtworkProps = {
  artwork: Participant;
  campaign: Campaign;
  /** Of the order that the artwork is from; none for those of earlier orders. */
  order: Order | undefined;
  proof: ArtworkProof;
  /** The heading of the page, above the first artwork. */
  heading: ReactNode;
  /** The next step of the order, beside the first artwork. */
  next: ReactNode;
  dismiss(): void;
};

/** A new artwork in the place of the promo image, as large, until the user dismisses it. It is revealed layer by layer. */
export function NewArtwork({ artwork, campaign, order, proof, heading, next, dismiss }: NewArtworkProps) {
  const { t } = useTranslation();
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const isSignedIn = useSignedIn();
  const isProvable = "order" in proof || isSignedIn;
  const number = participantNumber(artwork);
  return (
    <article className="pt-fresh" aria-label={t("participation.order.fresh", { number })}>
      <div ref={setStage} className="rv-stage">
        <Picture
          image={artwork.image}
          alt={t("experiences.artworkOf", { number, name: campaign.name })}
          sizes="(max-width: 820px) 92vw, 44vw"
          priority
        />
      </div>
      <div className="pt-won">
        {heading}
        <h3 className="head" aria-label={t("experiences.artworkTitle", { number, name: campaign.name })}>
          <span className="no pt-number">{number}</span>
          {t("experiences.artworkOfExperience", { name: campaign.name })}{" "}
          <span className="state on small">{t("participation.order.new")}</span>
        </h3>
        <div className="row rv-do">
          {next}
          {stage === null || artwork.image === null || !isProvable ? null : (
            <OwnArtwork campaign={campaign} artwork={artwork} proof={proof} stage={stage} />
          )}
        </div>
        {!order?.points_earned ? null : <PointsEarned campaign={campaign} points={order.points_earned} />}
        <p className="row small">
          <RankLine artwork={artwork} />
        </p>
        <p className="row small">
          <Link className="u" to={paths.participant(campaign.pretty_id, artwork.id)}>
            {t("participation.order.look")}
          </Link>
          <button type="button" className="u" onClick={dismiss}>
            {t("participation.order.dismiss")}
          </button>
        </p>
      </div>
    </article>
  );
}

function PointsEarned({ campaign: { song }, points }: { campaign: Campaign; points: number }) {
  const { t, i18n } = useTranslation();
  return (
    <p className="pt-points">
      <span className="no">+{formatCount(points, i18n.language)}</span>
      <Link className="u small" to={paths.wrap(song.pretty_id, { tab: REWARDS_TAB })}>
        {t("participation.order.earned", { count: points, song: song.name })}
      </Link>
    </p>
  );
}
