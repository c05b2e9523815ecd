import type { OrderRefund, OwnOrder } from "@wrapsody/shared/experiences/participation.ts";
import { useTranslation } from "react-i18next";
import { Address } from "../../../ui/format/address.tsx";
import { formatDate, formatUsd } from "../../../ui/format/format.ts";
import { formatTime } from "../../../ui/format/local-time.ts";

const shapes: Partial<Record<OwnOrder["state"], string>> = { FULFILLED: "on", REFUNDED: "done" };

/** The status of one of the user's orders. */
export function OwnOrderStatus({ order }: { order: OwnOrder }) {
  const { t, i18n } = useTranslation();
  const { state, wallet_address, created_at, expires_at } = order;
  const isReserved = state === "RESERVED" || state === "AWAITING_PAYMENT";
  const when =
    isReserved && expires_at !== null
      ? t("participation.ownOrders.until", { time: formatTime(expires_at) })
      : formatDate(created_at, i18n.language);
  return (
    <div className="pt-orders-state">
      <p className={`state b ${shapes[state] ?? "wait"}`}>{t(`participation.ownOrders.state.${state}`)}</p>
      <p className="small">
        {wallet_address === null ? (
          `${when}, ${t("participation.ownOrders.kept")}`
        ) : (
          <>
            {when}, {t("participation.ownOrders.wallet")} <Address address={wallet_address} />
          </>
        )}
      </p>
      {state === "AWAITING_PAYMENT" ? <p className="small dim">{t("participation.ownOrders.paid")}</p> : null}
      <RefundLine order={order} />
    </div>
  );
}

/** The refund of an order: amount, date and reason. */
function RefundLine({ order }: { order: OwnOrder }) {
  const { t } = useTranslation();
  const { state, paid_back_for: why } = order;
  if (why === null) return null;
  return (
    <>
      <RefundDate refund={order} />
      <p className="small dim">
        {t(`participation.refund.why.${why}`)}
        {state === "FULFILLED" ? ` ${t("participation.refund.keeps")}` : ""}
      </p>
    </>
  );
}

/** The date of the refund, or that it is pending. */
export function RefundDate({ refund: { total, refunded_at } }: { refund: OrderRefund }) {
  const { t, i18n } = useTranslation();
  const price = formatUsd(total);
  return (
    <p className="small b">
      {refunded_at === null
        ? t("participation.refund.pending", { price })
        : t("participation.refund.on", { price, day: formatDate(refunded_at, i18n.language) })}
    </p>
  );
}
