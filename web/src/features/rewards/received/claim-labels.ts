import type { ReceivedClaim } from "@wrapsody/shared/claims.ts";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../lib/api/api-fetch.ts";
import { errorKey } from "../../accounts/index.ts";

/** Returns a function that names the fan of a claim, for accessible button names. */
export function useClaimantName(): (claim: ReceivedClaim) => string {
  const { t } = useTranslation();
  return ({ reward, fan }) =>
    t("received.whose", { reward: reward.name, name: fan?.name ?? t("received.gone") });
}

/** Returns the text key for a failed change of a claim. */
export function claimErrorKey(error: Error): string {
  const decided = error instanceof ApiError && (error.code === "E0005" || error.code === "E0001");
  return decided ? "received.decided" : errorKey(error);
}
