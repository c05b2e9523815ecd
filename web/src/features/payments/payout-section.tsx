import { useTranslation } from "react-i18next";
import { useLaterPart } from "../../lib/later-part.ts";
import { loadTexts } from "../../lib/later-texts.ts";
import { Leaf } from "../../ui/leaf.tsx";
import { ErrorState, LoadingRows } from "../../ui/states.tsx";

const load = async () => {
  const [part] = await Promise.all([import("./payout-account.tsx"), loadTexts("payout")]);
  return part;
};

/** Where a publisher's income goes. It is fetched by itself, its words too: fans have no use for it. */
export function PayoutAccount() {
  const { t } = useTranslation();
  const { part, failed, retry } = useLaterPart("payout account", load);
  return (
    <Leaf title={t("accounts.settings.payout.title")}>
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
