import {
  type CodeBatch,
  codeBatchProblems,
  spotCodeLimits,
} from "@wrapsody/shared/experiences/spot-codes.ts";
import type { TFunction } from "i18next";
import { formatCount, formatUsd } from "../../../../ui/format/format.ts";
import { formatDay, formatTime } from "../../../../ui/format/local-time.ts";

/** Returns how many codes of a batch are in which state: `3 unused, 2 used`. States without a code are left out, except unused. */
export function countsText(t: TFunction, batch: CodeBatch, language: string): string {
  const states = (["unused", "used", "revoked", "expired"] as const).filter(
    (state) => state === "unused" || batch[state] > 0,
  );
  const parts = states.map((state) =>
    t(`codes.count.${state}`, { count: batch[state], total: formatCount(batch[state], language) }),
  );
  return parts.join(", ");
}

/** Returns what the codes give and until when: `25% off, until 3 May 2027, 10:00`. */
export function termsText(t: TFunction, batch: CodeBatch, language: string): string {
  const discount = discountText(t, batch);
  return `${discount}, ${endText(t, batch, language)}`;
}

export function discountText(
  t: TFunction,
  { percent, amount }: Pick<CodeBatch, "percent" | "amount">,
): string {
  if (percent !== null) return t("codes.percentOff", { percent });
  if (amount !== null) return t("codes.amountOff", { amount: formatUsd(amount) });
  return t("codes.free");
}

function endText(t: TFunction, { expires_at }: CodeBatch, language: string): string {
  if (expires_at === null) return t("codes.noEnd");
  return t("codes.until", { day: formatDay(expires_at, language), time: formatTime(expires_at) });
}

/** Returns a server message about a field of the form in the language of the page. */
export function batchErrorText(t: TFunction, problem: string | undefined): string | undefined {
  const name = Object.entries(codeBatchProblems).find(([, message]) => message === problem)?.[0];
  return name === undefined
    ? problem
    : t(`codes.problem.${name}`, { most: spotCodeLimits.codes, batches: spotCodeLimits.batches });
}
