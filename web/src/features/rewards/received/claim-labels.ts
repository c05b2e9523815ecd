import type { ReceivedClaim } from "@wrapsody/shared/claims.ts";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../lib/api/api-fetch.ts";
import { errorKey } from "../../accounts/index.ts";

/** Whom a button is about, for those who do not see the line it stands in. */
export function useClaimantName(): (claim: ReceivedClaim) => string {
  const { t } = useTranslation();
  return ({ reward, fan }) =>
    t("received.whose", { reward: reward.name, name: fan?.name ?? t("received.gone") });
}

/** The key of the text that says why a claim could not be moved on. */
export function claimErrorKey(error: Error): string {
  const decided = error instanceof ApiError && (error.code === "E0005" || error.code === "E0001");
  return decided ? "received.decided" : errorKey(error);
}
