import { useTranslation } from "react-i18next";
import { paths } from "../../../../paths.ts";
import type { Missing } from "../../../../shell/failure-page.tsx";

type BatchParams = { campaignId: string; batchId: string };

/** Returns the request for the batch in the address, and the texts of its page if there is none. */
export function useBatchReference({ campaignId, batchId }: BatchParams) {
  const { t } = useTranslation();
  const missing: Missing = {
    title: t("codes.missing"),
    text: t("codes.missingText"),
    link: { to: paths.experienceCodes(campaignId), label: t("codes.title") },
  };
  const isNumber = /^[1-9]\d{0,8}$/.test(batchId);
  return {
    request: { params: { id: campaignId, batchId: isNumber ? Number(batchId) : 2 ** 31 - 1 } },
    missing,
  };
}
