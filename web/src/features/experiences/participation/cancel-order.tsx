import { useQueryClient } from "@tanstack/react-query";
import { getAccess } from "@wrapsody/shared/access.ts";
import { getDrop } from "@wrapsody/shared/experiences.ts";
import { deleteSpot, getOwnOrders, type OwnOrder } from "@wrapsody/shared/participation.ts";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { invalidate } from "../../../lib/api/invalidate.ts";
import { ConfirmButton } from "../../accounts/index.ts";
import { paymentErrorText } from "./error-messages.ts";

/** Whether a place may be given up: nothing was paid for it, and it is not finished. */
export function canCancel({ state, total }: OwnOrder): boolean {
  if (state === "AWAITING_PAYMENT" || state === "RESERVED") return true;
  return state === "NEEDS_MATERIAL" && total === 0;
}

/** Gives a place up once the reader has said so again. `tell` is given what came of it: the button goes with the place. */
export function CancelOrder({ order, announce }: { order: OwnOrder; announce(text: string): void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const run = async () => {
    const isGone = await requestCancellation(order);
    announce(t(`participation.mine.giveUp.${isGone ? "done" : "paid"}`));
    invalidate(client, getOwnOrders, getAccess, getDrop);
  };
  return (
    <ConfirmButton
      className="btn s"
      label={t("participation.mine.giveUp.open")}
      title={t("participation.mine.giveUp.question")}
      text={t(`participation.mine.giveUp.${order.total === 0 ? "textFree" : "text"}`)}
      confirm={t("participation.mine.giveUp.confirm")}
      keep={t("participation.mine.giveUp.keep")}
      run={run}
      reason={(error) => paymentErrorText(t, error)}
    />
  );
}

/** Answers false where it turns out that it is paid for or finished, and stays. */
async function requestCancellation({ exposed_id: id }: OwnOrder): Promise<boolean> {
  try {
    await apiFetch(deleteSpot, { params: { id } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "E0032") return false;
    throw error;
  }
}
