import { useTranslation } from "react-i18next";
import { paths } from "../../../paths.ts";
import { FailurePage } from "../../../shell/failure-page.tsx";

/** Error page of a wrap. A missing wrap and a non-public one look the same. */
export function WrapMissing({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const link = { to: paths.wraps(), label: t("wrap.browse") };
  return (
    <FailurePage error={error} missing={{ title: t("wrap.missing"), text: t("wrap.missingNote"), link }} />
  );
}
