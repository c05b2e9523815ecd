import { useQueryClient } from "@tanstack/react-query";
import { getAccess } from "@wrapsody/shared/accounts/access.ts";
import { getDrop } from "@wrapsody/shared/experiences/experiences.ts";
import { deleteSpot, getOwnOrders, type OwnOrder } from "@wrapsody/shared/experiences/participation.ts";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import { ConfirmButton } from "../../accounts/index.ts";
import { participationErrorText } from "./error-messages.ts";

/** Returns true if an order can be cancelled: it is unpaid and unfinished. */
export function canCancel({ state, total }: OwnOrder): boolean {
  if (state === "AWAITING_PAYMENT" || state === "RESERVED") return true;
  return state === "NEEDS_MATERIAL" && total === 0;
}

/**
 * Cancels an order after a confirmation. `announce` receives the outcome, because the button disappears with the order.
 */
export function CancelOrder({ order, announce }: { order: OwnOrder; announce(text: string): void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const run = async () => {
    const isGone = await requestCancellation(order);
    announce(t(`participation.ownOrders.cancel.${isGone ? "cancelled" : "paid"}`));
    invalidateQueries(client, getOwnOrders, getAccess, getDrop);
  };
  return (
    <ConfirmButton
      className="btn s"
      label={t("participation.ownOrders.cancel.open")}
      title={t("participation.ownOrders.cancel.question")}
      text={t(`participation.ownOrders.cancel.${order.total === 0 ? "textFree" : "text"}`)}
      confirm={t("participation.ownOrders.cancel.confirm")}
      keep={t("participation.ownOrders.cancel.keep")}
      run={run}
      reason={(error) => participationErrorText(t, error)}
    />
  );
}

/** Resolves to false if the order turns out to be paid or finished and therefore stays. */
async function requestCancellation({ exposed_id: id }: OwnOrder): Promise<boolean> {
  try {
    await apiFetch(deleteSpot, { params: { id } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "E0032") return false;
    throw error;
  }
}
