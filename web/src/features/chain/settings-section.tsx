import { useTranslation } from "react-i18next";
import { LazySection } from "../../ui/layout/lazy-section.tsx";

const load = () => import("./linked-wallets.tsx");

/** Wallets linked to the account. Loaded separately, because other pages do not need it. */
export function LinkedWallets() {
  const { t } = useTranslation();
  return <LazySection title={t("accounts.settings.wallets.title")} name="linked wallets" load={load} />;
}
