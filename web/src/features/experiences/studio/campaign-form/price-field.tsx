import { planEntitlements, platformFee } from "@wrapsody/shared/plan-entitlements.ts";
import { getMyPlan } from "@wrapsody/shared/subscriptions.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatUsd } from "../../../../ui/format/format.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { useAuthedQuery } from "../../../accounts/index.ts";

type Props = { initial: number; problem: string | undefined };

/** What a place costs, and what its publisher gets of that. */
export function PriceField({ initial, problem }: Props) {
  const { t } = useTranslation();
  const [cents, setCents] = useState(centsOf(String(initial)));
  return (
    <div className="drop-price">
      <Field
        label={t("campaignForm.cost")}
        name="cost_per_nft"
        type="number"
        inputMode="decimal"
        min={0}
        step={0.01}
        defaultValue={initial}
        hint={t("campaignForm.costHint")}
        problem={problem}
        after={<span className="sfx small">{t("campaignForm.usd")}</span>}
        onInput={({ currentTarget: { value } }) => setCents(centsOf(value))}
      />
      <p className="meta" role="status">
        {cents === undefined ? null : <Rest cents={cents} />}
      </p>
    </div>
  );
}

/** US cents of a price as it is typed; undefined for one that is free or none. */
function centsOf(typed: string): number | undefined {
  const cents = Math.round(Number(typed) * 100);
  return Number.isSafeInteger(cents) && cents > 0 ? cents : undefined;
}

/** What is left of the price by the plan that the publisher has; nothing where that is not known. */
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
