import { useTranslation } from "react-i18next";
import { OrderLost } from "./order-failed.tsx";
import { OrderPage, useCampaign } from "./order-page.tsx";

/** Shown for an order URL that is incomplete. */
export function InvalidOrder({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const { data: campaign } = useCampaign(reference);
  return (
    <OrderPage campaign={campaign} title={t("participation.order.title")}>
      <OrderLost message={t("participation.problem.invalidOrder")} />
    </OrderPage>
  );
}
