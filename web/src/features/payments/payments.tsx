import { getWaiting } from "@wrapsody/shared/operations/waiting.ts";
import { getPayments, paymentStates } from "@wrapsody/shared/payments/payments.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../lib/language/language.ts";
import { choiceParam, textParam, useListParams } from "../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../lib/pages/meta.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/feedback/states.tsx";
import { StatusMessage, useStatusMessage } from "../../ui/feedback/status-message.tsx";
import { formatUsd } from "../../ui/format/format.ts";
import { FilterSelect, ListFilters, SearchField } from "../../ui/lists/filters.tsx";
import { ListHeader, useTotalText } from "../../ui/lists/paged-list.tsx";
import { PagedList, type PageHandle, useAuthedQuery } from "../accounts/index.ts";
import type { Route } from "./+types/payments";
import { PaymentRows } from "./payment-rows.tsx";
import { LastReconciliation } from "./reconciliation.tsx";
import "./payments.css";

/** Views of the list: payments that need attention, or one state. */
const views = ["STUCK", ...paymentStates] as const;

const list = {
  pageSize: 20,
  params: {
    show: {
      ...choiceParam(views),
      toFilter: (view: (typeof views)[number]) =>
        view === "STUCK"
          ? ({ key: "stuck", operator: "==", value: true } as const)
          : ({ key: "state", operator: "==", value: view } as const),
    },
    /** Finds the order number, the title or the payer. */
    q: textParam("text", "~~"),
  },
  path: paths.payments,
};

const loading = { rows: 12, height: "3.5rem" };
export const handle = { loading } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("payments.title"), language);
}

/** Payments and refunds. Payments that need attention come first. */
export default function PaymentsPage() {
  const { t } = useTranslation();
  const params = useListParams(list);
  const { q, show } = params.filters;
  const query = useAuthedQuery(getPayments, { list: params.list });
  const totalText = useTotalText("payments.total", query.data?.total);
  const sum = query.data?.sum_cents;
  const total =
    totalText !== undefined && sum
      ? t("payments.sum", { payments: totalText, sum: formatUsd(sum / 100) })
      : totalText;
  const stuck = useAuthedQuery(getWaiting).data?.payments;
  const isFine = stuck === 0 && q === undefined && show === undefined && query.data?.total !== 0;
  const [status, announce] = useStatusMessage();
  return (
    <>
      <ListHeader
        title={t("payments.title")}
        status={total !== undefined && isFine ? t("payments.fine", { total }) : total}
      >
        {stuck === undefined || stuck === 0 || show === "STUCK" ? null : (
          <Link className="mark" to={paths.payments({ show: "STUCK" })}>
            {t("payments.attention", { count: stuck })} <ArrowRight className="i" aria-hidden="true" />
          </Link>
        )}
      </ListHeader>
      <section className="sec payments" aria-label={t("payments.title")}>
        <ListFilters label={t("payments.find")} params={params} className="payment-filters">
          <SearchField q={q} label={t("payments.byText")} go={t("payments.search")} />
          <FilterSelect name="show" label={t("payments.show")} value={show}>
            <option value="">{t("payments.all")}</option>
            {views.map((view) => (
              <option key={view} value={view}>
                {t(view === "STUCK" ? "payments.stuck" : `payments.state.${view}`)}
              </option>
            ))}
          </FilterSelect>
        </ListFilters>
        <StatusMessage {...status} />
        <PagedList query={query} params={params} loading={loading} empty={<NoPayments q={q} show={show} />}>
          {(payments) => <PaymentRows payments={payments} announce={announce} />}
        </PagedList>
        <LastReconciliation />
      </section>
    </>
  );
}

function NoPayments({ q, show }: { q: string | undefined; show: string | undefined }) {
  const { t } = useTranslation();
  const title = show === "STUCK" && q === undefined ? "payments.noneStuck" : "payments.none";
  return (
    <EmptyState title={t(title)}>
      {show === undefined && q === undefined ? (
        <p>{t("payments.noneText")}</p>
      ) : (
        <Link className="u b" to={paths.payments()}>
          {t("payments.all")}
        </Link>
      )}
    </EmptyState>
  );
}
