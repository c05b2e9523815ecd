import { useQuery } from "@tanstack/react-query";
import { getOrderRefund } from "@wrapsody/shared/experiences/participation.ts";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { RefundDate } from "../own-order-labels.tsx";
import type { OrderAddress } from "./order-address.ts";

/** Poll interval of a pending refund. */
const POLL_INTERVAL_MS = 20_000;
/** Refund reasons that the page does not explain elsewhere. */
const explainedReasons: readonly unknown[] = ["TOO_LATE", "WITHDRAWN"];

/** The refund of an order that ended without an artwork: payer, date and reason. Empty if nothing was paid. */
export function Refund({ order: { c, i } }: { order: OrderAddress }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    ...queryOf(getOrderRefund, { params: { id: i }, query: { code: c } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.refunded_at === null ? POLL_INTERVAL_MS : false),
  });
  if (data === undefined || data.paid_back_for === null) return null;
  const { paid_back_for: why } = data;
  return (
    <div role="status">
      <RefundDate refund={data} />
      {explainedReasons.includes(why) ? (
        <p className="small dim">{t(`participation.refund.why.${why}`)}</p>
      ) : null}
    </div>
  );
}
