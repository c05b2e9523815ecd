import type { Campaign, Participant } from "@wrapsody/shared/experiences.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { participantNumber } from "../../artworks/artwork-grid.tsx";
import { Rarity } from "../../artworks/rarity.tsx";

type NewArtworkProps = { artwork: Participant; campaign: Campaign; dismiss(): void };

/** A newly minted artwork, large, until the user dismisses it. */
export function NewArtwork({ artwork, campaign, dismiss }: NewArtworkProps) {
  const { t } = useTranslation();
  const number = participantNumber(artwork);
  const { total_rarity_score: score } = artwork;
  return (
    <article className="pt-fresh" aria-label={t("participation.order.fresh", { number })}>
      <Picture
        image={artwork.image}
        alt={t("experiences.artworkOf", { number, name: campaign.name })}
        sizes="(max-width: 820px) 92vw, 30vw"
      />
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
