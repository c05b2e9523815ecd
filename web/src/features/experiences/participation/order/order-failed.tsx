import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError } from "../../../../lib/api/api-fetch.ts";
import { paths } from "../../../../paths.ts";
import { ErrorState } from "../../../../ui/feedback/states.tsx";
import { ofOrder, participationErrorText } from "../error-messages.ts";
import type { OrderAddress } from "./order-address.ts";
import { OrderPage, useCampaign } from "./order-page.tsx";
import { Refund } from "./refund.tsx";

type FailedProps = { error: Error; order: OrderAddress; retry(): void };

/**
 * Why an order could not be shown. Offers a retry only if the response was lost or a service had problems. Links to the
 * user's artworks if the URL is wrong, but not for an order that ended without an artwork.
 */
export function OrderFailed({ error, order, retry }: FailedProps) {
  const { t } = useTranslation();
  const final = error instanceof ApiError && error.status >= 400 && error.status < 429;
  const message = participationErrorText(t, error, ofOrder);
  if (!final) return <ErrorState message={message} retry={retry} />;
  if (error.code === "E0035") return <OrderLost message={message} />;
  return <OrderOver message={message} order={order} />;
}

function OrderOver({ message, order }: { message: string; order: OrderAddress }) {
  const { t } = useTranslation();
  return (
    <>
      <ErrorState message={message} />
      <Refund order={order} />
      <p className="pt-onward">
        <Link className="btn" to={paths.experiences()}>
          {t("experiences.all")} <ArrowRight className="i" aria-hidden="true" />
        </Link>
      </p>
    </>
  );
}

function OrderLost({ message }: { message: string }) {
  const { t } = useTranslation();
  return (
    <>
      <ErrorState message={message} />
      <p className="pt-form">{t("participation.order.incompleteLink")}</p>
      <p className="pt-onward">
        <Link className="btn" to={paths.myArt()}>
          {t("participation.order.toArt")} <ArrowRight className="i" aria-hidden="true" />
        </Link>
      </p>
    </>
  );
}

/** Shown for an order URL that is incomplete. */
export function InvalidOrder({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const { data: campaign } = useCampaign(reference);
  return (
    <OrderPage campaign={campaign} title={t("participation.order.title")} isOrdered>
      <OrderLost message={t("participation.problem.invalidOrder")} />
    </OrderPage>
  );
}
