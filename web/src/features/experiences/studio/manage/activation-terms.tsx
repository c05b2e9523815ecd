import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import { networks } from "@wrapsody/shared/experiences/chain.ts";
import { campaignTypes } from "@wrapsody/shared/experiences/experiences.ts";
import { pricings } from "@wrapsody/shared/payments/pricing.ts";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../../ui/format/format.ts";
import { Royalty } from "../../../../ui/format/royalty.tsx";
import { priceLabel, typeLabel } from "../../experience/campaign-labels.ts";
import type { Details } from "./details-form.ts";

type Props = {
  campaign: OwnCampaign;
  details: Details;
  /** The wallet that receives the royalty. */
  receiver: string | null;
};
type Terms = Pick<
  OwnCampaign,
  "max_nfts" | "cost_per_nft" | "pricing" | "royalty_rate" | "type" | "is_public_mintable" | "phases"
>;

/** The terms that become final on activation, as entered in the form. */
export function ActivationTerms({ campaign, details, receiver }: Props) {
  const { t, i18n } = useTranslation();
  const terms = termsOf(details, campaign);
  return (
    <dl className="kv drop-terms">
      {factsOf(t, terms, i18n.language).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num b">{value}</dd>
        </div>
      ))}
      <div>
        <dt>{t("royalty.label")}</dt>
        <dd className="num b">
          {terms.royalty_rate > 0 ? (
            <Royalty rate={terms.royalty_rate} receiver={receiver} />
          ) : (
            t("royalty.none")
          )}
        </dd>
      </div>
    </dl>
  );
}

function factsOf(t: TFunction, terms: Terms, language: string): [string, string][] {
  const { max_nfts, type, is_public_mintable } = terms;
  const places = max_nfts === 0 ? t("campaigns.noLimit") : formatCount(max_nfts, language);
  return [
    [t("campaignForm.maxNfts"), Number.isNaN(max_nfts) ? "–" : places],
    [t("campaigns.manage.fact.price"), priceOf(t, terms)],
    [t("campaigns.manage.fact.type"), typeLabel(t, type)],
    [t("campaigns.manage.fact.access"), t(`campaigns.manage.${is_public_mintable ? "public" : "private"}`)],
  ];
}

function priceOf(t: TFunction, terms: Terms): string {
  if (terms.phases.length > 0) return t("phaseEditor.byPhase");
  return Number.isNaN(terms.cost_per_nft) ? "–" : priceLabel(t, terms);
}

/** Returns the terms as entered in the form. */
export function termsOf(details: Details, campaign: OwnCampaign): Terms {
  return details.changed ? termsIn(details.form.current?.typed() ?? new Map(), campaign) : campaign;
}

function termsIn(typed: ReadonlyMap<string, string>, saved: Terms): Terms {
  return {
    phases: saved.phases,
    max_nfts: numberIn(typed.get("max_nfts"), saved.max_nfts),
    cost_per_nft: numberIn(typed.get("cost_per_nft"), saved.cost_per_nft),
    pricing: pricings.find((pricing) => pricing === typed.get("pricing")) ?? saved.pricing,
    royalty_rate: numberIn(typed.get("royalty_rate"), saved.royalty_rate),
    type: campaignTypes.find((type) => type === typed.get("type")) ?? saved.type,
    is_public_mintable: (typed.get("is_public_mintable") ?? String(saved.is_public_mintable)) === "true",
  };
}

/** Returns NaN for an invalid number, which saving rejects. */
function numberIn(typed: string | undefined, saved: number): number {
  if (typed === undefined) return saved;
  return typed.trim() === "" ? Number.NaN : Number(typed);
}

/** Returns the network as chosen in the form. */
export function networkOf({ changed, form }: Details, { network }: OwnCampaign): OwnCampaign["network"] {
  const typed = changed ? form.current?.typed().get("network") : undefined;
  return networks.find((name) => name === typed) ?? network;
}
