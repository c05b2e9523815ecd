import { useTranslation } from "react-i18next";
import { ApiError } from "../../../../lib/api/api-fetch.ts";
import { paths } from "../../../../paths.ts";
import { FailurePage } from "../../../../shell/failure-page.tsx";

/** Returns true if the experience does not exist. Experiences of other publishers and deleted ones look the same. */
export function isMissing(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.status === 404;
}

export function OwnCampaignMissing({ error }: { error: ApiError }) {
  const { t } = useTranslation();
  const link = { to: paths.myExperiences(), label: t("campaigns.manage.missingLink") };
  const missing = {
    title: t("campaigns.manage.missingTitle"),
    text: t("campaigns.manage.missingText"),
    link,
  };
  return <FailurePage error={error} missing={missing} />;
}
