import { planEntitlements, platformFee } from "@wrapsody/shared/payments/plan-entitlements.ts";
import { pricings } from "@wrapsody/shared/payments/pricing.ts";
import { getMyPlan } from "@wrapsody/shared/payments/subscriptions.ts";
import { getMySong } from "@wrapsody/shared/studio/studio.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatUsd } from "../../../../ui/format/format.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { RadioGroup } from "../../../../ui/forms/radio-group.tsx";
import { useAuthedQuery } from "../../../accounts/index.ts";
import { SplitWarnings } from "../../../splits/index.ts";
import type { CampaignBody } from "./read-fields.ts";

type Props = {
  initial: Pick<CampaignBody, "cost_per_nft" | "pricing" | "suggested_price">;
  /** The wrap of the experience, whose owners share the income. */
  song: number | undefined;
  problem(field: string): string | undefined;
};

/** Whether the price is fixed or fans choose it, with the amounts. */
export function PricingFields({ initial, song, problem }: Props) {
  const { t } = useTranslation();
  const [pricing, setPricing] = useState(initial.pricing);
  const isChosen = pricing === "PAY_WHAT_YOU_WANT";
  return (
    <div className="drop-fields">
      <RadioGroup
        label={t("campaignForm.pricing.label")}
        name="pricing"
        options={pricings.map((value) => ({
          value,
          name: t(`campaignForm.pricing.${value}`),
          text: t(`campaignForm.pricing.${value}Text`),
        }))}
        initial={initial.pricing}
        problem={problem("pricing")}
        onChange={(value) => setPricing(value === "PAY_WHAT_YOU_WANT" ? value : "FIXED")}
      />
      <div className="drop-numbers">
        <PriceField
          label={t(isChosen ? "campaignForm.pricing.minimum" : "campaignForm.cost")}
          name="cost_per_nft"
          initial={initial.cost_per_nft}
          hint={t("campaignForm.costHint")}
          problem={problem("cost_per_nft")}
        />
        {isChosen ? (
          <PriceField
            label={t("campaignForm.pricing.suggested")}
            name="suggested_price"
            initial={initial.suggested_price}
            hint={t("campaignForm.pricing.suggestedHint")}
            problem={problem("suggested_price")}
          />
        ) : null}
      </div>
      {song === undefined ? null : <IncompleteSplits song={song} />}
    </div>
  );
}

type PriceProps = {
  label: string;
  name: "cost_per_nft" | "suggested_price";
  initial: number | null;
  hint: string;
  problem: string | undefined;
};

/** An amount and the publisher's net share of it. */
function PriceField({ initial, ...field }: PriceProps) {
  const { t } = useTranslation();
  const [cents, setCents] = useState(centsOf(String(initial ?? "")));
  return (
    <div className="drop-price">
      <Field
        {...field}
        type="number"
        inputMode="decimal"
        min={0}
        step={0.01}
        defaultValue={initial ?? ""}
        after={<span className="sfx small">{t("campaignForm.usd")}</span>}
        onInput={({ currentTarget: { value } }) => setCents(centsOf(value))}
      />
      <p className="meta" role="status">
        {cents === undefined ? null : <Rest cents={cents} />}
      </p>
    </div>
  );
}

/** Warns of splits that leave a part of the income unassigned. */
function IncompleteSplits({ song }: { song: number }) {
  const { data } = useAuthedQuery(getMySong, { params: { id: String(song) } });
  if (data === undefined) return null;
  const owners = data.detail.owners.map((owner) => ({
    ownership: owner.ownership_rate,
    royalty: owner.royalty_rate,
  }));
  return <SplitWarnings owners={owners} />;
}

/** Parses a typed price into US cents. Returns undefined for a free or invalid price. */
function centsOf(typed: string): number | undefined {
  const cents = Math.round(Number(typed) * 100);
  return Number.isSafeInteger(cents) && cents > 0 ? cents : undefined;
}

/** The net amount after the platform fee of the publisher's plan. Empty if the plan is unknown. */
function Rest({ cents }: { cents: number }) {
  const { t, i18n } = useTranslation();
  const { data } = useAuthedQuery(getMyPlan);
  if (data === undefined) return null;
  const plan = data.plan === "FREE" ? "FREE" : "PREMIUM";
  const share = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 2 });
  const fee = (of: keyof typeof planEntitlements) =>
    share.format(planEntitlements[of].feeBasisPoints / 10_000);
  const rest = formatUsd((cents - platformFee(cents, plan)) / 100);
  return t(`campaignForm.costRest.${plan}`, { rest, fee: fee(plan), less: fee("PREMIUM") });
}
