import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { addressOnExplorer, isOwnChain } from "../../../lib/networks.ts";
import { paths } from "../../../paths.ts";
import { TermNote } from "../../../ui/format/term-note.tsx";
import { CoverLink } from "../../../ui/pictures/cover-link.tsx";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { shownState } from "../experience/campaign-entry.ts";
import { admissionLabel, spotsLabel, stateClass, stateLabel } from "../experience/campaign-labels.ts";

/** An experience as a card with image, status and price. */
export function DropCard({
  campaign,
  sizes,
  withDescription = false,
  isOnly = false,
}: {
  campaign: Campaign;
  sizes: string;
  /** Adds the artist's description. */
  withDescription?: boolean;
  /** A list's only card is a spread, with room for a button. */
  isOnly?: boolean;
}) {
  const { t, i18n } = useTranslation();
  return (
    <li className="drop">
      <CoverLink to={paths.experience(campaign.pretty_id)}>
        <span className={shownState(campaign) === "Active" ? "drop-pic" : "drop-pic is-shut"}>
          <Picture image={campaign.image} alt="" sizes={sizes} />
        </span>
        <span className="drop-cap">
          <span className="drop-name">{campaign.name}</span>
          {withDescription && campaign.description !== "" && (
            <span className="drop-description small">{campaign.description}</span>
          )}
          <span className={`${stateClass(campaign)} small`}>{stateLabel(t, campaign)}</span>
          <span className="small dim num">
            {admissionLabel(t, campaign)}, {spotsLabel(t, campaign, i18n.language)}
          </span>
        </span>
      </CoverLink>
      <div className="drop-next">
        {isOnly ? (
          <Link className="btn go" to={paths.experience(campaign.pretty_id)}>
            {t("experiences.view")} <ArrowRight className="i" aria-hidden="true" />
          </Link>
        ) : null}
        <Issued campaign={campaign} />
        {isOnly ? <IssuedNote campaigns={[campaign]} /> : null}
      </div>
    </li>
  );
}

/** Explains what cards say of issued tokens, once for a list of cards. */
export function IssuedNote({ campaigns }: { campaigns: readonly Campaign[] | undefined }) {
  const isIssued = campaigns?.some(({ contract_address }) => contract_address !== null);
  return isIssued === true ? <TermNote term="wnft" /> : null;
}

/** Links to the contract, which proves that tokens were issued. No explorer can reach the platform's own chain. */
function Issued({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { contract_address: address, contract_network } = campaign;
  if (address === null) return null;
  const network = contract_network ?? campaign.network;
  if (isOwnChain(network)) return <span className="stamp">{t("experiences.issued")}</span>;
  return (
    <a className="stamp" href={addressOnExplorer(network, address)} target="_blank" rel="noreferrer">
      {t("experiences.issued")}
    </a>
  );
}
