import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import { type Discount, spotCodeProblems } from "@wrapsody/shared/experiences/spot-codes.ts";
import type { TFunction } from "i18next";
import type { ApiError } from "../../../../lib/api/api-fetch.ts";
import { formatUsd } from "../../../../ui/format/format.ts";
import { participationErrorText } from "../error-messages.ts";

/** Returns why a code can't be used, or why its check failed, in the language of the page. */
export function codeErrorText(t: TFunction, error: ApiError): string {
  const problem = error.errors.find(({ field }) => field === "code")?.message;
  const name = Object.entries(spotCodeProblems).find(([, message]) => message === problem)?.[0];
  return name === undefined ? participationErrorText(t, error) : t(`participation.code.problem.${name}`);
}

/** Returns what a code gives: `25% off: $7.50 instead of $10.00.` `price`: with the code, in US dollars. */
export function appliedText(
  t: TFunction,
  { cost_per_nft: full, pricing }: Campaign,
  { discount, price }: { discount: Discount; price: number },
): string {
  if (full === 0) return t("participation.code.accepted");
  const key = pricing === "FIXED" ? "participation.code.applied" : "participation.code.appliedFrom";
  return t(key, {
    discount: discountLabel(t, discount),
    price: price === 0 ? t("experiences.free") : formatUsd(price),
    full: formatUsd(full),
  });
}

function discountLabel(t: TFunction, { percent, amount }: Discount): string {
  if (percent !== null) return t("participation.code.percentOff", { percent });
  if (amount !== null) return t("participation.code.amountOff", { amount: formatUsd(amount) });
  return t("participation.code.freeSpot");
}
