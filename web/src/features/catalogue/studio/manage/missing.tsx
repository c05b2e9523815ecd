import { useTranslation } from "react-i18next";
import { AskError } from "../../../../lib/api/api-fetch.ts";
import { paths } from "../../../../paths.ts";
import { FailurePage } from "../../../../shell/failure-page.tsx";

/** Whether there is no such wrap; one of somebody else's and one that was deleted read the same. */
export function isMissing(error: Error | null): error is AskError {
  return error instanceof AskError && error.status === 404;
}

export function OwnWrapMissing({ error }: { error: AskError }) {
  const { t } = useTranslation();
  const link = { to: paths.myWraps(), label: t("manage.missing.link") };
  const missing = { title: t("manage.missing.title"), text: t("manage.missing.text"), link };
  return <FailurePage error={error} missing={missing} />;
}
