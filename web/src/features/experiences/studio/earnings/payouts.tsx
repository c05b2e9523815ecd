import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { getBalance } from "@wrapsody/shared/payments/earnings.ts";
import { getPayoutAccount, getPayouts, type Payout } from "@wrapsody/shared/payments/payments.ts";
import { useTranslation } from "react-i18next";
import { choiceParam, useListParams } from "../../../../lib/pages/list-params.ts";
import { paths } from "../../../../paths.ts";
import { formatDate, formatUsd } from "../../../../ui/format/format.ts";
import { Section } from "../../../../ui/layout/section.tsx";
import { WideTable } from "../../../../ui/layout/wide-table.tsx";
import { PagedList, Permitted, QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import { PayoutAccount } from "../../../payments/index.ts";
import { earningsViews, type Span, spanParams } from "./span.tsx";

/** Shows where the reader's money is: the payout account, what is owed, pending and paid, and the payouts with their dates. */
export function Payouts({ span }: { span: Span }) {
  const { t } = useTranslation();
  return (
    <div className="earn-payouts in-order">
      <Permitted call={getPayoutAccount}>
        <PayoutAccount title={t("earnings.payouts.account")} />
      </Permitted>
      <Section title={t("earnings.payouts.balance")}>
        <Balance span={span} />
      </Section>
      <Section title={t("earnings.payouts.list")}>
        <Permitted call={getPayouts}>
          <PayoutList />
        </Permitted>
      </Section>
    </div>
  );
}

const standings = ["collected", "pending", "paid"] as const;
type Amounts = AnswerOf<typeof getBalance>["total"];

function Balance({ span: { from, to } }: { span: Span }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getBalance, { query: { from, to } });
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={3} />;
  const { total, owners, rest } = data;
  const hasRest = standings.some((name) => rest[name] !== 0);
  return (
    <>
      <dl className="earn-total earn-figures earn-standings">
        {standings.map((name) => (
          <div key={name}>
            <dt className="small b">{t(`earnings.payouts.${name}`)}</dt>
            <dd className="no">{formatUsd(total[name] / 100)}</dd>
            <dd className="small dim">{t(`earnings.payouts.${name}Text`)}</dd>
          </div>
        ))}
      </dl>
      {owners.length === 0 ? null : (
        <>
          <h3 className="b">{t("earnings.payouts.byOwner")}</h3>
          <p className="small dim earn-note">{t("earnings.payouts.byOwnerText")}</p>
          <WideTable label={t("earnings.payouts.byOwner")}>
            <table className="tbl num">
              <thead>
                <tr>
                  <th scope="col">{t("earnings.payouts.owner")}</th>
                  {standings.map((name) => (
                    <th key={name} scope="col" className="r">
                      {t(`earnings.payouts.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {owners.map((owner, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two owners may have the same name and address
                  <OwnerRow key={at} name={owner.name} email={owner.email} amounts={owner} />
                ))}
                {hasRest && <OwnerRow name={t("earnings.rest")} email={null} amounts={rest} />}
              </tbody>
            </table>
          </WideTable>
        </>
      )}
    </>
  );
}

function OwnerRow({ name, email, amounts }: { name: string; email: string | null; amounts: Amounts }) {
  return (
    <tr>
      <th scope="row">
        {name}
        {email === null ? null : <span className="small dim earn-email">{email}</span>}
      </th>
      {standings.map((standing) => (
        <td key={standing} className="r">
          {formatUsd(amounts[standing] / 100)}
        </td>
      ))}
    </tr>
  );
}

const list = {
  pageSize: 20,
  params: { view: choiceParam(earningsViews), ...spanParams },
  path: paths.earnings,
};

function PayoutList() {
  const { t } = useTranslation();
  const params = useListParams(list);
  const query = useAuthedQuery(getPayouts, { list: params.list });
  return (
    <PagedList
      query={query}
      params={params}
      loading={{ rows: 3 }}
      empty={<p className="small dim">{t("earnings.payouts.none")}</p>}
    >
      {(payouts) => <PayoutTable payouts={payouts} />}
    </PagedList>
  );
}

const shapes = {
  PENDING: "wait",
  IN_TRANSIT: "wait",
  PAID: "on",
  FAILED: "bad",
  CANCELED: "",
} as const satisfies Record<Payout["state"], string>;

function PayoutTable({ payouts }: { payouts: readonly Payout[] }) {
  const { t, i18n } = useTranslation();
  return (
    <WideTable label={t("earnings.payouts.list")}>
      <table className="tbl num earn-payout-table">
        <thead>
          <tr>
            <th scope="col">{t("earnings.payouts.arrival")}</th>
            <th scope="col">{t("earnings.payouts.state")}</th>
            <th scope="col">{t("earnings.payouts.contents")}</th>
            <th scope="col" className="r">
              {t("earnings.payouts.amount")}
            </th>
          </tr>
        </thead>
        <tbody>
          {payouts.map(({ id, state, created_at, arrives_at, orders, refunds, amount, currency }) => (
            <tr key={id}>
              <th scope="row">
                {formatDate(arrives_at, i18n.language)}
                <span className="small dim earn-email">
                  {t("earnings.payouts.sent", { date: formatDate(created_at, i18n.language) })}
                </span>
              </th>
              <td>
                <span className={`state ${shapes[state]}`}>{t(`earnings.payouts.states.${state}`)}</span>
                {state === "FAILED" && (
                  <span className="small dim earn-email">{t("earnings.payouts.failed")}</span>
                )}
              </td>
              <td className="small">
                {t("earnings.orders", { count: orders })}
                {refunds === 0 ? "" : `, ${t("earnings.refunds", { count: refunds })}`}
              </td>
              <td className="r">{formatMoney(amount, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

/** Formats an amount in the smallest unit of its currency; most currencies have hundredths, some, such as JPY, none. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency: currency.toUpperCase() });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
