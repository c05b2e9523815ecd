import { getPayoutAccount, getPayouts, type PayoutAccount } from "@wrapsody/shared/payments/payments.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDate } from "../../../../ui/format/format.ts";
import { useAuthedQuery } from "../../../accounts/index.ts";
import { formatMoney } from "./payouts.tsx";
import { earningsPath, type Span } from "./span.tsx";

/** The date of the next payout to the bank, or what it depends on, which is the next step if the publisher can do it. Empty without payments, and until it is known. */
export function NextPayout({ span }: { span: Span }) {
  const { t, i18n } = useTranslation();
  const account = useAuthedQuery(getPayoutAccount).data;
  const payouts = useAuthedQuery(getPayouts, { list: { limit: 1 } }).data;
  if (account === undefined || account.provider === null || payouts === undefined)
    return <dd className="small earn-next">{"\u00a0"}</dd>;
  const condition = conditionOf(account);
  const sent = payouts.data.find(({ state }) => state === "PENDING" || state === "IN_TRANSIT");
  const isDoable = sent === undefined && condition !== "READY";
  return (
    <dd className="small earn-next">
      {isDoable ? null : <span className="dim">{t("earnings.payouts.next.title")} </span>}
      {sent === undefined ? (
        <Link className={isDoable ? "mark" : "u"} to={earningsPath("payouts", span)}>
          {t(`earnings.payouts.next.${condition}`)}{" "}
          {isDoable ? <ArrowRight className="i" aria-hidden="true" /> : null}
        </Link>
      ) : (
        <b>
          {t("earnings.payouts.next.on", {
            amount: formatMoney(sent.amount, sent.currency),
            date: formatDate(sent.arrives_at, i18n.language),
          })}
        </b>
      )}
    </dd>
  );
}

function conditionOf({ state, pays_out }: PayoutAccount): "NONE" | "STARTED" | "PAUSED" | "READY" {
  return state === "READY" && pays_out === false ? "PAUSED" : state;
}
