import { useTranslation } from "react-i18next";
import { loadNamespaces } from "../../lib/language/namespaces.ts";
import { LazySection } from "../../ui/layout/lazy-section.tsx";

const load = async () => {
  const [part] = await Promise.all([import("./payout-account.tsx"), loadNamespaces("payout")]);
  return part;
};

/** Payout account of a publisher. */
export function PayoutAccount() {
  const { t } = useTranslation();
  return <LazySection title={t("accounts.settings.payout.title")} name="payout account" load={load} />;
}
