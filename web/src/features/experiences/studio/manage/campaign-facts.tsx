import type { OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { networkName } from "../../../../lib/networks.ts";
import { formatCount } from "../../../../ui/format.ts";
import { formatDay } from "../../../../ui/local-time.ts";
import { priceWord, typeWord } from "../../campaign-words.ts";

/** What an experience is, in short: who takes part, for what, and where. */
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
    </dl>
  );
}

function factsOf(t: TFunction, campaign: OwnCampaign, language: string): [string, string][] {
  const { nfts, max_nfts, reward_points, is_public_mintable, network, activated_at } = campaign;
  const most = max_nfts === 0 ? t("campaigns.noLimit") : formatCount(max_nfts, language);
  const taken = t("campaigns.takenOf", { taken: formatCount(nfts, language), most });
  return [
    ["participants", max_nfts === 0 ? `${formatCount(nfts, language)}, ${most}` : taken],
    ["type", typeWord(t, campaign.type)],
    ["price", priceWord(t, campaign)],
    ["points", formatCount(reward_points, language)],
    ["access", t(is_public_mintable ? "campaigns.manage.public" : "campaigns.manage.private")],
    ["network", networkName(t, campaign.contract_network ?? network)],
    ...(activated_at === null ? [] : [["started", formatDay(activated_at, language)] as [string, string]]),
  ];
}
