import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { networkName } from "../../../lib/networks.ts";
import { paths } from "../../../paths.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { pointsLabel, priceLabel, spotsLabel } from "../experience/campaign-labels.ts";
import { type Fact, Facts } from "../experience/facts.tsx";

type CampaignHeadProps = {
  campaign: Campaign | undefined;
  /** The purpose of the page. */
  title: ReactNode;
  /** The title names the campaign, too. */
  isNamed: boolean;
  /** Shown instead of the campaign's picture. */
  picture: ReactNode;
};

/** The picture, name and song of the campaign to join. */
export function CampaignHead({ campaign, title, isNamed, picture }: CampaignHeadProps) {
  const { t } = useTranslation();
  return (
    <header className={isNamed ? "pt-head named" : "pt-head"}>
      {campaign === undefined ? null : (
        <Link className="row small back" to={paths.experience(campaign.pretty_id)}>
          <ArrowLeft className="i" aria-hidden="true" /> {campaign.name}
        </Link>
      )}
      <h1 className={isNamed ? "title" : "small b"}>{title}</h1>
      {campaign === undefined ? null : (
        <>
          <figure>
            {picture ?? (
              <Picture
                image={campaign.image}
                alt={campaign.image === null ? "" : t("experiences.promo", { name: campaign.name })}
                sizes="(max-width: 820px) 92vw, 34vw"
                priority
              />
            )}
          </figure>
          <div className="pt-name">
            {isNamed ? null : <p className="title">{campaign.name}</p>}
            <p className="lead">
              {t("experiences.for")}{" "}
              <Link className="u" to={paths.wrap(campaign.song.pretty_id)}>
                {campaign.song.name}
              </Link>
              , {campaign.song.artist}
            </p>
          </div>
        </>
      )}
    </header>
  );
}

/** Lists what joining requires and what the user gets. */
export function CampaignFacts({ campaign, placesLeft }: { campaign: Campaign; placesLeft: number | null }) {
  const { t, i18n } = useTranslation();
  const facts: Fact[] = [
    [t("experiences.price"), priceLabel(t, campaign)],
    [
      t("participation.placesLeft"),
      placesLeft === null ? spotsLabel(t, campaign, i18n.language) : formatCount(placesLeft, i18n.language),
    ],
    [t("participation.youGet"), t(`participation.gets.${campaign.type}`)],
    [t("experiences.earn"), pointsLabel(t, campaign, i18n.language)],
    [t("experiences.network"), networkName(t, campaign.contract_network ?? campaign.network)],
  ];
  return <Facts facts={facts} />;
}
