import { useTranslation } from "react-i18next";
import { paths } from "../../../paths.ts";
import { FailurePage } from "../../../shell/failure-page.tsx";

/** Error page of an experience. */
export function ExperienceError({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const link = { to: paths.experiences(), label: t("experiences.all") };
  const missing = { title: t("experiences.notFound"), text: t("experiences.notFoundText"), link };
  return <FailurePage error={error} missing={missing} />;
}
