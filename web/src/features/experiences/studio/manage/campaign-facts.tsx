import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import type { TFunction } from "i18next";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import { useTranslation } from "react-i18next";
import { addressOnExplorer, isOwnChain, networkName } from "../../../../lib/networks.ts";
import { formatCount, shortAddress } from "../../../../ui/format/format.ts";
import { formatDay } from "../../../../ui/format/local-time.ts";
import { Royalty } from "../../../../ui/format/royalty.tsx";
import { priceLabel, typeLabel } from "../../experience/campaign-labels.ts";

/** A summary of an experience: participants, price, points and start. */
export function CampaignFacts({ campaign }: { campaign: OwnCampaign }) {
  const { t, i18n } = useTranslation();
  return (
    <dl className="kv drop-facts">
      <Facts facts={summaryOf(t, campaign, i18n.language)} />
    </dl>
  );
}

/** What can no longer change once the experience was activated. */
export function FixedTerms({ campaign }: { campaign: OwnCampaign }) {
  const { t } = useTranslation();
  return (
    <dl className="kv drop-facts">
      <Facts facts={termsOf(t, campaign)} />
      {campaign.royalty_rate > 0 ? (
        <div>
          <dt>{t("royalty.label")}</dt>
          <dd className="num b">
            <Royalty rate={campaign.royalty_rate} receiver={campaign.royalty_receiver} />
          </dd>
        </div>
      ) : null}
      <Contract campaign={campaign} />
    </dl>
  );
}

type Fact = [name: string, value: string];

function Facts({ facts }: { facts: readonly Fact[] }) {
  const { t } = useTranslation();
  return facts.map(([name, value]) => (
    <div key={name}>
      <dt>{t(`campaigns.manage.fact.${name}`)}</dt>
      <dd className="num b">{value}</dd>
    </div>
  ));
}

/** Links to the contract on a block explorer. On the platform's own chain it shows only the address. */
function Contract({ campaign }: { campaign: OwnCampaign }) {
  const { t } = useTranslation();
  const { contract_address: address, contract_network } = campaign;
  if (address === null) return null;
  const network = contract_network ?? campaign.network;
  return (
    <div>
      <dt>{t("campaigns.manage.fact.contract")}</dt>
      <dd className="code-l">
        {isOwnChain(network) ? (
          <span title={address}>{shortAddress(address)}</span>
        ) : (
          <a className="u" href={addressOnExplorer(network, address)} target="_blank" rel="noreferrer">
            {shortAddress(address)} <span className="vh">{t("experiences.explorer")}</span>
            <ArrowUpRight className="i" aria-hidden="true" />
          </a>
        )}
      </dd>
    </div>
  );
}

function summaryOf(t: TFunction, campaign: OwnCampaign, language: string): Fact[] {
  const { nfts, places, reward_points, activated_at } = campaign;
  const limit = places === null ? t("campaigns.noLimit") : formatCount(places, language);
  const taken = t("campaigns.takenOf", { taken: formatCount(nfts, language), most: limit });
  const facts: Fact[] = [
    ["participants", places === null ? `${formatCount(nfts, language)}, ${limit}` : taken],
    ["price", priceLabel(t, campaign)],
    ["points", formatCount(reward_points, language)],
  ];
  return activated_at === null ? facts : [...facts, ["started", formatDay(activated_at, language)]];
}

function termsOf(t: TFunction, { type, is_public_mintable, network, contract_network }: OwnCampaign): Fact[] {
  return [
    ["type", typeLabel(t, type)],
    ["access", t(is_public_mintable ? "campaigns.manage.public" : "campaigns.manage.private")],
    ["network", networkName(t, contract_network ?? network)],
  ];
}
