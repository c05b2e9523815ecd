import type { Campaign, Participant } from "@wrapsody/shared/experiences.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSignedIn } from "../../../../lib/storage/session.ts";
import { paths } from "../../../../paths.ts";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { participantNumber } from "../../artworks/artwork-data.ts";
import { Rarity } from "../../artworks/rarity.tsx";
import { OwnArtwork } from "../../own-artwork/own-artwork.tsx";
import type { ArtworkProof } from "../../own-artwork/proof.ts";

type NewArtworkProps = { artwork: Participant; campaign: Campaign; proof: ArtworkProof; dismiss(): void };

/** A newly minted artwork, large, until the user dismisses it. It is revealed layer by layer. */
export function NewArtwork({ artwork, campaign, proof, dismiss }: NewArtworkProps) {
  const { t } = useTranslation();
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const isSignedIn = useSignedIn();
  const isProvable = "order" in proof || isSignedIn;
  const number = participantNumber(artwork);
  const { total_rarity_score: score } = artwork;
  return (
    <article className="pt-fresh" aria-label={t("participation.order.fresh", { number })}>
      <div ref={setStage} className="rv-stage">
        <Picture
          image={artwork.image}
          alt={t("experiences.artworkOf", { number, name: campaign.name })}
          sizes="(max-width: 820px) 92vw, 30vw"
        />
      </div>
      <div>
        <p>
          <span className="mark">{t("participation.order.new")}</span>
        </p>
        <p className="no pt-number" aria-hidden="true">
          {number}
        </p>
        <h3 className="head">{t("experiences.artworkTitle", { number, name: campaign.name })}</h3>
        {score === null ? null : (
          <p className="small">
            <Rarity score={score} /> <span className="num">{score}</span>
          </p>
        )}
        {stage === null || artwork.image === null || !isProvable ? null : (
          <OwnArtwork campaign={campaign} artwork={artwork} proof={proof} stage={stage} />
        )}
        <p className="row">
          <Link className="btn s" to={paths.participant(campaign.pretty_id, artwork.id)}>
            {t("participation.order.look")} <ArrowRight className="i" aria-hidden="true" />
          </Link>
          <button type="button" className="btn s" onClick={dismiss}>
            {t("participation.order.dismiss")}
          </button>
        </p>
      </div>
    </article>
  );
}
