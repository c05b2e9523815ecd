import { useMutation } from "@tanstack/react-query";
import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import { hasReceipt, type OwnOrder } from "@wrapsody/shared/experiences/participation.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { DisclosureButton } from "../../../ui/layout/disclosure.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { FormAlert } from "../../accounts/index.ts";
import { CancelOrder, canCancel } from "./cancel-order.tsx";
import { participationErrorText } from "./error-messages.ts";
import { parseOrderAddress } from "./order/order-address.ts";
import { OwnOrderStatus } from "./own-order-labels.tsx";
import { ReceiptButton } from "./receipt-button.tsx";
import { useOpenNextUrl } from "./use-follow.ts";
import { useReservation } from "./use-reservation.ts";

type OwnProps = {
  campaign: Campaign;
  orders: readonly OwnOrder[];
  /** Receives the outcome of an action. */
  announce(text: string): void;
};

/** The user's orders in an experience, from any device, each with a link to its next step. */
export function OwnOrders({ campaign, orders, announce }: OwnProps) {
  const { t } = useTranslation();
  const list = useId();
  const [isOpen, setIsOpen] = useState(false);
  if (orders.length === 0) return null;
  // Only the next order gets the primary button.
  const next = orders.find(isUnfinished);
  const buttonClass = (order: OwnOrder) =>
    order === next ? "btn go" : isUnfinished(order) ? "btn" : "btn s";
  // Finished orders must not move the next spot out of view.
  const rows = isOpen ? orders : orders.filter((order, at) => at === 0 || isUnfinished(order));
  return (
    <Section title={t("participation.ownOrders.title")}>
      <ul id={list} className="pt-orders">
        {rows.map((order) => (
          <li key={order.page}>
            <OwnOrderStatus order={order} />
            <div className="row">
              {order.state === "AWAITING_PAYMENT" ? (
                <PaymentLink campaign={campaign} order={order} buttonClass={buttonClass(order)} />
              ) : (
                <OrderLink campaign={campaign} order={order} buttonClass={buttonClass(order)} />
              )}
              {canCancel(order) ? <CancelOrder order={order} announce={announce} /> : null}
              {hasReceipt(order) ? <ReceiptButton order={order} announce={announce} /> : null}
            </div>
          </li>
        ))}
      </ul>
      {orders.some((order, at) => at > 0 && !isUnfinished(order)) ? (
        <DisclosureButton
          id={list}
          open={isOpen}
          label={t("participation.ownOrders.all", { count: orders.length })}
          onToggle={setIsOpen}
        />
      ) : null}
    </Section>
  );
}

/** Returns true if the order waits for the user. Unfinished orders come before new ones. */
export function isUnfinished({ state }: OwnOrder): boolean {
  return state !== "FULFILLED" && state !== "REFUNDED";
}

type OrderProps = { campaign: Campaign; order: OwnOrder; buttonClass: string };

/** Links to the confirmation of the order, which leads to a missing photo. */
function OrderLink({ campaign, order, buttonClass }: OrderProps) {
  const { t } = useTranslation();
  const address = parseOrderAddress(new URL(order.page).searchParams);
  return (
    <Link className={buttonClass} to={paths.participate(campaign.pretty_id, address)}>
      {t(`participation.ownOrders.action.${order.state}`)}
      {isUnfinished(order) ? <ArrowRight className="i" aria-hidden="true" /> : null}
    </Link>
  );
}

/** Repeats the reservation for the same wallet, which reveals a payment made since. */
function PaymentLink({ campaign, order, buttonClass }: OrderProps) {
  const { t } = useTranslation();
  const reserve = useReservation(campaign);
  const { openUrl, leaving } = useOpenNextUrl();
  const { mutate, isPending, error } = useMutation({
    // If the order expired meanwhile, nothing is reserved at a price without its code.
    mutationFn: () =>
      reserve({
        wallet: order.wallet_address,
        ...(order.discount > 0 ? { amount: String(order.total) } : {}),
      }),
    onSuccess: ({ redirect }) => openUrl(redirect),
  });
  const isBusy = isPending || leaving;
  return (
    <>
      <button
        type="button"
        className={buttonClass}
        aria-disabled={isBusy || undefined}
        onClick={() => {
          if (!isBusy) mutate();
        }}
      >
        {t("participation.ownOrders.action.AWAITING_PAYMENT")} <ArrowRight className="i" aria-hidden="true" />
      </button>
      {error === null ? null : (
        <FormAlert text={participationErrorText(t, error, { E0007: "withoutCode" })} focus />
      )}
    </>
  );
}
