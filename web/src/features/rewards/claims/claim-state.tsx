import type { Claim, ClaimState } from "@wrapsody/shared/claims.ts";
import { useTranslation } from "react-i18next";

const shapes = {
  REQUESTED: "wait",
  CONTACTED: "wait",
  FULFILLED: "on",
  REJECTED: "bad",
} as const satisfies Record<ClaimState, string>;

/** The status of a claim: an icon and a label. */
export function ClaimStatus({ state }: { state: ClaimState }) {
  const { t } = useTranslation();
  return <p className={`state small ${shapes[state]}`}>{t(`claims.state.${state}`)}</p>;
}

/** Explains a claim to its fan: pending, how the reward is delivered, or why it was rejected. */
export function ClaimText({ claim: { state, reason, reward } }: { claim: Claim }) {
  const { t } = useTranslation();
  if (state === "REJECTED")
    return (
      <>
        {reason === null ? null : <p className="small">{t("claims.because", { reason })}</p>}
        <p className="small dim">{t("claims.refunded")}</p>
      </>
    );
  return (
    <>
      {reward.details === null || reward.details === "" ? null : (
        <p className="small claim-details">{reward.details}</p>
      )}
    </>
  );
}
