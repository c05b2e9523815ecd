import { type Campaign, type CampaignState, campaignState } from "@wrapsody/shared/experiences.ts";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { addressOnExplorer } from "../../lib/networks.ts";
import { paths } from "../../paths.ts";
import { formatCount, formatUsd } from "../../ui/format.ts";
import { Picture } from "../../ui/picture.tsx";
import "./experience-tab.css";

const stateClass = { Active: "on", Completed: "done", Upcoming: "" } satisfies Record<CampaignState, string>;

/** An experience as a list shows it: its picture, where it stands, and what it takes. */
export function DropCard({
  campaign,
  sizes,
  told = false,
}: {
  campaign: Campaign;
  sizes: string;
  /** With what the artist says about it. */
  told?: boolean;
}) {
  const { t, i18n } = useTranslation();
  const state = campaignState(campaign);
  const taken = formatCount(campaign.nfts, i18n.language);
  return (
    <li className="drop">
      <Link to={paths.experience(campaign.pretty_id)}>
        <span className="drop-pic">
          <Picture image={campaign.image} alt="" sizes={sizes} />
          {state !== "Active" && (
            <span className={`over over-${state.toLowerCase()}`} aria-hidden="true">
              {t(`wrap.state.${state}`)}
            </span>
          )}
        </span>
        <span className="drop-cap">
          <span className="drop-name">{campaign.name}</span>
          {told && campaign.description !== "" && (
            <span className="drop-told small">{campaign.description}</span>
          )}
          <span className={`state small ${stateClass[state]}`}>{t(`wrap.state.${state}`)}</span>
          <span className="small dim num">
            {campaign.cost_per_nft === 0 ? t("wrap.free") : formatUsd(campaign.cost_per_nft)}
            {", "}
            {campaign.max_nfts === 0
              ? t("wrap.placesOpen", { taken })
              : t("wrap.places", { taken, most: formatCount(campaign.max_nfts, i18n.language) })}
          </span>
        </span>
      </Link>
      {campaign.contract_address !== null && (
        <a
          className="issued small b"
          href={addressOnExplorer(campaign.contract_network ?? campaign.network, campaign.contract_address)}
          target="_blank"
          rel="noreferrer"
        >
          {t("wrap.token.issued")} <ArrowUpRight className="i" aria-hidden />
        </a>
      )}
    </li>
  );
}
