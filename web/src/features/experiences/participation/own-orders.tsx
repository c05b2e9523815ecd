import { useMutation } from "@tanstack/react-query";
import type { Campaign } from "@wrapsody/shared/experiences.ts";
import type { OwnOrder } from "@wrapsody/shared/participation.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Address } from "../../../ui/address.tsx";
import { formatDate } from "../../../ui/format.ts";
import { Leaf } from "../../../ui/leaf.tsx";
import { formatTime } from "../../../ui/local-time.ts";
import { FormAlert } from "../../accounts/index.ts";
import { orderIn } from "./order/order-address.ts";
import { refusalText } from "./problems.ts";
import { useFollow } from "./use-follow.ts";
import { useReservation } from "./use-reservation.ts";

type OwnProps = { campaign: Campaign; orders: readonly OwnOrder[] };

/** The reader's places in an experience, on whatever device they were taken, and where each goes on. */
export function OwnOrders({ campaign, orders }: OwnProps) {
  const { t } = useTranslation();
  if (orders.length === 0) return null;
  // One thing is to be done next.
  const next = orders.find(isUnfinished);
  const look = (order: OwnOrder) => (order === next ? "btn go" : "btn");
  return (
    <Leaf title={t("participation.mine.title")}>
      <ul className="pt-mine">
        {orders.map((order) => (
          <li key={order.page}>
            <Words order={order} />
            {order.state === "AWAITING_PAYMENT" ? (
              <ToPayment campaign={campaign} order={order} look={look(order)} />
            ) : (
              <ToOrder campaign={campaign} order={order} look={look(order)} />
            )}
          </li>
        ))}
      </ul>
    </Leaf>
  );
}

/** Whether something of the reader's waits for them, which comes before anything new. */
export function isUnfinished({ state }: OwnOrder): boolean {
  return state !== "FULFILLED";
}

function Words({ order: { state, wallet_address, created_at, expires_at } }: { order: OwnOrder }) {
  const { t, i18n } = useTranslation();
  const isKept = state === "RESERVED" || state === "AWAITING_PAYMENT";
  const when =
    isKept && expires_at !== null
      ? t("participation.mine.until", { time: formatTime(expires_at) })
      : formatDate(created_at, i18n.language);
  return (
    <div className="pt-mine-words">
      <p className={`state b ${state === "FULFILLED" ? "on" : "wait"}`}>
        {t(`participation.mine.state.${state}`)}
      </p>
      <p className="small">
        {when}, {t("participation.mine.wallet")} <Address address={wallet_address} />
      </p>
      {state === "AWAITING_PAYMENT" ? <p className="small dim">{t("participation.mine.paid")}</p> : null}
    </div>
  );
}

type OrderProps = { campaign: Campaign; order: OwnOrder; look: string };

/** To the page that confirms it, and from there to its photo where one is missing. */
function ToOrder({ campaign, order, look }: OrderProps) {
  const { t } = useTranslation();
  const address = orderIn(new URL(order.page).searchParams);
  return (
    <Link className={look} to={paths.participate(campaign.pretty_id, address)}>
      {t(`participation.mine.go.${order.state}`)} <ArrowRight className="i" aria-hidden="true" />
    </Link>
  );
}

/** Asks for the place again, for the same wallet: it is known then whether it is paid for meanwhile. */
function ToPayment({ campaign, order, look }: OrderProps) {
  const { t } = useTranslation();
  const reserve = useReservation(campaign);
  const { follow, leaving } = useFollow();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => reserve(order.wallet_address),
    onSuccess: ({ redirect }) => follow(redirect),
  });
  const waits = isPending || leaving;
  return (
    <>
      <button
        type="button"
        className={look}
        aria-disabled={waits || undefined}
        onClick={() => {
          if (!waits) mutate();
        }}
      >
        {t("participation.mine.go.AWAITING_PAYMENT")} <ArrowRight className="i" aria-hidden="true" />
      </button>
      {error === null ? null : <FormAlert text={refusalText(t, error)} focus />}
    </>
  );
}
