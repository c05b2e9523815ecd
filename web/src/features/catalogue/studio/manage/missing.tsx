import { useTranslation } from "react-i18next";
import { ApiError } from "../../../../lib/api/api-fetch.ts";
import { paths } from "../../../../paths.ts";
import { FailurePage } from "../../../../shell/failure-page.tsx";

/** Returns true if the wrap does not exist, was deleted or belongs to another user. */
export function isMissing(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.status === 404;
}

export function OwnWrapMissing({ error }: { error: ApiError }) {
  const { t } = useTranslation();
  const link = { to: paths.myWraps(), label: t("manage.missing.link") };
  const missing = { title: t("manage.missing.title"), text: t("manage.missing.text"), link };
  return <FailurePage error={error} missing={missing} />;
}
