import { useTranslation } from "react-i18next";
import { useLaterPart } from "../../lib/later-part.ts";
import { Leaf } from "../../ui/leaf.tsx";
import { ErrorState, LoadingRows } from "../../ui/states.tsx";

const loadLinked = () => import("./linked-wallets.tsx");

/** The wallets that are linked to the account. What links and unlinks them is fetched by itself: other pages have no use for it. */
export function LinkedWallets() {
  const { t } = useTranslation();
  const { part, failed, retry } = useLaterPart("linked wallets", loadLinked);
  return (
    <Leaf title={t("accounts.settings.wallets.title")}>
      {part !== undefined ? (
        <part.default />
      ) : failed ? (
        <ErrorState message={t("errors.part")} retry={retry} />
      ) : (
        <LoadingRows rows={2} />
      )}
    </Leaf>
  );
}
