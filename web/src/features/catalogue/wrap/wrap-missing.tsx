import { useTranslation } from "react-i18next";
import { paths } from "../../../paths.ts";
import { FailurePage } from "../../../shell/failure-page.tsx";

/** A wrap that could not be loaded. One that is missing and one that is not public read the same. */
export function WrapMissing({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const link = { to: paths.wraps(), label: t("wrap.browse") };
  return (
    <FailurePage error={error} missing={{ title: t("wrap.missing"), text: t("wrap.missingNote"), link }} />
  );
}
