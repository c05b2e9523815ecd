import { useTranslation } from "react-i18next";
import { LazySection } from "../../ui/layout/lazy-section.tsx";

const load = () => import("./linked-wallets.tsx");

/** The wallets that are linked to the account. What links and unlinks them other pages have no use for. */
export function LinkedWallets() {
  const { t } = useTranslation();
  return <LazySection title={t("accounts.settings.wallets.title")} name="linked wallets" load={load} />;
}
