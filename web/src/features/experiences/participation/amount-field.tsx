import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import {
  belowMinimumMessage,
  MAX_CHOSEN_USD,
  pricingTexts,
  toCents,
} from "@wrapsody/shared/payments/pricing.ts";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { formatUsd } from "../../../ui/format/format.ts";
import { Field } from "../../../ui/forms/field.tsx";

type AmountFieldProps = {
  /** The least amount, in US dollars. */
  minimum: number;
  suggested: number;
  /** As typed; "?" if it is no number. */
  value: string;
  onChange(value: string): void;
  error: string | undefined;
};

/** The amount that a fan chooses, with quick choices. */
export function AmountField({ minimum, suggested, value, onChange, error }: AmountFieldProps) {
  const { t } = useTranslation();
  return (
    <div className="pt-amount">
      <Field
        label={t("participation.amount.label")}
        name="amount"
        type="number"
        inputMode="decimal"
        min={minimum}
        step={0.01}
        autoComplete="off"
        value={value === "?" ? "" : value}
        hint={
          minimum === 0
            ? t("participation.amount.free")
            : t("participation.amount.from", { minimum: formatUsd(minimum) })
        }
        problem={amountErrorText(t, error, minimum)}
        after={<span className="sfx small">{t("participation.amount.usd")}</span>}
        onChange={({ currentTarget: { value: typed, validity } }) =>
          onChange(validity.badInput ? "?" : typed)
        }
      />
      <fieldset className="pt-quick">
        <legend className="vh">{t("participation.amount.quick")}</legend>
        {quickChoices({ minimum, suggested }).map((choice) => (
          <button
            key={choice}
            type="button"
            className="btn s num"
            aria-pressed={parseAmount(value) === choice}
            onClick={() => onChange(String(choice))}
          >
            {choice === 0 ? t("experiences.free") : formatUsd(choice).replace(/\.00$/, "")}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

/** The minimum, the suggestion and multiples of it, rising. */
function quickChoices({ minimum, suggested }: Pick<AmountFieldProps, "minimum" | "suggested">): number[] {
  const base = suggested === 0 ? 5 : suggested;
  const choices = [minimum, suggested, base * 1.5, base * 2].map((usd) => toCents(usd) / 100);
  return [...new Set(choices)].filter((usd) => usd >= minimum && usd <= MAX_CHOSEN_USD).sort((a, b) => a - b);
}

/** Returns the typed amount in US dollars; undefined if it is empty or no number. */
export function parseAmount(typed: string): number | undefined {
  const usd = Number(typed);
  return typed.trim() === "" || Number.isNaN(usd) ? undefined : usd;
}

/** Returns the typed amount as the call takes it; undefined where the price is fixed. */
export function amountOf({ pricing }: Pick<Campaign, "pricing">, typed: string): string | undefined {
  return pricing === "FIXED" ? undefined : typed;
}

function amountErrorText(t: TFunction, problem: string | undefined, minimum: number): string | undefined {
  switch (problem) {
    case undefined:
      return undefined;
    case pricingTexts.amount:
      return t("participation.amount.problem.amount");
    case pricingTexts.decimals:
      return t("participation.amount.problem.decimals");
    case pricingTexts.openOrder:
      return t("participation.amount.problem.openOrder");
    case pricingTexts.cardMinimum:
    case belowMinimumMessage(toCents(minimum)):
      return minimum === 0
        ? t("participation.amount.problem.card")
        : t("participation.amount.problem.least", { minimum: formatUsd(minimum) });
    default:
      return problem.startsWith("Please enter at most")
        ? t("participation.amount.problem.most", { maximum: formatUsd(MAX_CHOSEN_USD) })
        : problem;
  }
}
