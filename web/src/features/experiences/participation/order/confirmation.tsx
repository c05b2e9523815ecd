import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link, Navigate } from "react-router";
import { paths } from "../../../../paths.ts";
import { isFree } from "../../experience/campaign-labels.ts";
import type { OrderAddress } from "./order-address.ts";
import { OrderFailed } from "./order-failed.tsx";
import { OrderPage, useCampaign } from "./order-page.tsx";
import { Refund } from "./refund.tsx";
import { type ConfirmationState, useConfirmation } from "./use-confirmation.ts";
import { Waiting } from "./waiting.tsx";

type ConfirmationProps = { reference: string; order: OrderAddress };

/** The page that confirms an order and then waits for its artwork. */
export function Confirmation({ reference, order }: ConfirmationProps) {
  const { t } = useTranslation();
  const { state, retry } = useConfirmation(order);
  const campaign = useCampaignOf(reference, state);
  if (state.is === "needsPhoto") return <Navigate to={paths.personalize(reference, order)} replace />;
  if (state.is === "confirmed") return <Waiting answer={state.answer} address={order} campaign={campaign} />;
  return (
    <OrderPage campaign={campaign} title={t("participation.order.title")} isOrdered>
      <Pending
        state={state}
        reference={reference}
        order={order}
        free={campaign !== undefined && isFree(campaign)}
        retry={retry}
      />
    </OrderPage>
  );
}

/** Returns the campaign of an order: the one in the URL, unless the order belongs to another. */
function useCampaignOf(reference: string, state: ConfirmationState): Campaign | undefined {
  const { data: named } = useCampaign(reference);
  const id = state.is === "confirmed" ? state.answer.order.song_campaign_id : named?.id;
  const { data: other } = useCampaign(id === undefined || id === named?.id ? reference : String(id));
  return id === named?.id ? named : other;
}

type PendingProps = {
  state: Exclude<ConfirmationState, { is: "confirmed" | "needsPhoto" }>;
  reference: string;
  order: OrderAddress;
  free: boolean;
  retry(): void;
};

function Pending({ state, reference, order, free, retry }: PendingProps) {
  const { t } = useTranslation();
  if (state.is === "failed") return <OrderFailed error={state.error} order={order} retry={retry} />;
  if (state.is === "otherAmount") return <OtherAmount order={order} />;
  if (state.is === "refunded") return <EndedOrder reference={reference} order={order} end="refunded" />;
  if (state.is === "unpaid")
    return <EndedOrder reference={reference} order={order} end={free ? "lapsed" : "unpaid"} />;
  return (
    <div className="void" role="status">
      <p className="lead">
        {t(state.is === "pending" ? "participation.order.processing" : "participation.order.confirming")}
      </p>
      {state.is === "pending" ? (
        <>
          <p className="small dim">{t("participation.order.processingText")}</p>
          <Link className="btn" to={paths.participate(reference)}>
            {t("participation.order.notPaid")} <ArrowRight className="i" aria-hidden="true" />
          </Link>
        </>
      ) : null}
    </div>
  );
}

/** An administrator refunds a wrong amount manually and finds the payment by the order number. */
function OtherAmount({ order }: { order: OrderAddress }) {
  const { t } = useTranslation();
  return (
    <div className="void" role="alert">
      <p className="lead">{t("participation.order.otherAmount")}</p>
      <p className="small">{t("participation.order.otherAmountText", { order: order.i })}</p>
    </div>
  );
}

/** Texts of orders that ended without an artwork. */
const ends = {
  refunded: { title: "participation.order.refunded", text: "participation.order.refundedText" },
  lapsed: { title: "participation.order.lapsed", text: "participation.order.unpaidText" },
  unpaid: { title: "participation.order.unpaid", text: "participation.order.unpaidText" },
} as const;

type EndedOrderProps = { reference: string; order: OrderAddress; end: keyof typeof ends };

/** An order that ended without an artwork. The user can start over. */
function EndedOrder({ reference, order, end }: EndedOrderProps) {
  const { t } = useTranslation();
  return (
    <div className="void" role="alert">
      <p className="lead">{t(ends[end].title)}</p>
      {end === "refunded" ? <Refund order={order} /> : null}
      <p className="small dim">{t(ends[end].text)}</p>
      <Link className="btn go" to={paths.participate(reference)}>
        {t("ui.retry")} <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </div>
  );
}
