import type { OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import type { TFunction } from "i18next";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import { useTranslation } from "react-i18next";
import { addressOnExplorer, isOwnChain, networkName } from "../../../../lib/networks.ts";
import { formatCount, shortAddress } from "../../../../ui/format/format.ts";
import { formatDay } from "../../../../ui/format/local-time.ts";
import { Royalty } from "../../../../ui/format/royalty.tsx";
import { priceLabel, typeLabel } from "../../experience/campaign-labels.ts";

/** A summary of an experience: participants, price and network. */
export function CampaignFacts({ campaign }: { campaign: OwnCampaign }) {
  const { t, i18n } = useTranslation();
  return (
    <dl className="kv drop-facts">
      {factsOf(t, campaign, i18n.language).map(([name, value]) => (
        <div key={name}>
          <dt>{t(`campaigns.manage.fact.${name}`)}</dt>
          <dd className="num b">{value}</dd>
        </div>
      ))}
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

function factsOf(t: TFunction, campaign: OwnCampaign, language: string): [string, string][] {
  const { nfts, places, reward_points, is_public_mintable, network, activated_at } = campaign;
  const limit = places === null ? t("campaigns.noLimit") : formatCount(places, language);
  const taken = t("campaigns.takenOf", { taken: formatCount(nfts, language), most: limit });
  return [
    ["participants", places === null ? `${formatCount(nfts, language)}, ${limit}` : taken],
    ["type", typeLabel(t, campaign.type)],
    ["price", priceLabel(t, campaign)],
    ["points", formatCount(reward_points, language)],
    ["access", t(is_public_mintable ? "campaigns.manage.public" : "campaigns.manage.private")],
    ["network", networkName(t, campaign.contract_network ?? network)],
    ...(activated_at === null ? [] : [["started", formatDay(activated_at, language)] as [string, string]]),
  ];
}
