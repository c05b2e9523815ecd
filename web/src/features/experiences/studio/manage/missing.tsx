import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../../lib/api/api-fetch.ts";
import { paths } from "../../../../paths.ts";
import { FailurePage } from "../../../../shell/failure-page.tsx";

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
