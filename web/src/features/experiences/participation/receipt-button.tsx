import { useMutation } from "@tanstack/react-query";
import { type OwnOrder, postReceipt } from "@wrapsody/shared/experiences/participation.ts";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { FormAlert } from "../../accounts/index.ts";
import { participationErrorText } from "./error-messages.ts";

/** Sends the receipt of a paid order again. `announce` receives the outcome. */
export function ReceiptButton({ order, announce }: { order: OwnOrder; announce(text: string): void }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => apiFetch(postReceipt, { params: { id: order.exposed_id } }),
    onSuccess: () => announce(t("participation.ownOrders.receipt.sent")),
  });
  return (
    <>
      <button
        type="button"
        className="btn s"
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (!isPending) mutate();
        }}
      >
        {t("participation.ownOrders.receipt.send")}
      </button>
      {error === null ? null : <FormAlert text={participationErrorText(t, error)} focus />}
    </>
  );
}
