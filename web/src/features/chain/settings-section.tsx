import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Leaf } from "../../ui/leaf.tsx";
import { LoadingRows } from "../../ui/states.tsx";

const Linked = lazy(() => import("./linked-wallets.tsx"));

/** The wallets that are linked to the account. What links and unlinks them is fetched by itself: other pages have no use for it. */
export function LinkedWallets() {
  const { t } = useTranslation();
  return (
    <Leaf title={t("accounts.settings.wallets.title")}>
      <Suspense fallback={<LoadingRows rows={2} />}>
        <Linked />
      </Suspense>
    </Leaf>
  );
}
