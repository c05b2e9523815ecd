import {
  getInvoices,
  getMyPlan,
  getMySubscription,
  type OwnSubscription,
  type PaidPlan,
  type PlanUse,
} from "@wrapsody/shared/payments/subscriptions.ts";
import { useTranslation } from "react-i18next";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { usePollingWhile, useRefetchOnReturn } from "../../../lib/polling.ts";
import { StatusMessage, useStatusMessage } from "../../../ui/feedback/status-message.tsx";
import { TermNote } from "../../../ui/format/term-note.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { QueryState, useAuthedQuery } from "../../accounts/index.ts";
import { GoPremium } from "../checkout/go-premium.tsx";
import { InvoiceList } from "../invoices/invoices.tsx";
import type { Route } from "./+types/plan";
import { OwnPlan } from "./own-plan.tsx";
import { PlanChanges } from "./plan-changes.tsx";
import { planStatus } from "./plan-status.ts";
import { PlanTable } from "./plan-table.tsx";
import { PlanUsage } from "./plan-usage.tsx";
import "./plan.css";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("plan.title"), language);
}

/** Data that a checkout, or this page in another tab, may change. */
const refetched = [getMySubscription, getMyPlan, getInvoices];

export default function PlanPage() {
  const { t } = useTranslation();
  const own = useAuthedQuery(getMySubscription);
  const use = useAuthedQuery(getMyPlan);
  useRefetchOnReturn(refetched);
  usePollingWhile(own.data !== undefined && isWaiting(own.data), refetched);
  const retry = () => void Promise.all([own.refetch(), use.refetch()]);
  return (
    <>
      <header className="page-h">
        <h1 className="title">{t("plan.title")}</h1>
      </header>
      <div className="plan">
        {own.data === undefined || use.data === undefined ? (
          <QueryState error={own.error ?? use.error} refetch={retry} rows={4} height="9rem" />
        ) : (
          <Plan own={own.data} use={use.data} />
        )}
      </div>
    </>
  );
}

type Own = {
  is_payable: boolean;
  current: OwnSubscription | null;
  open_order: { plan: PaidPlan; expires_at: string } | null;
};

/** A payment may be pending, which the provider reports on its own. */
function isWaiting({ current, open_order }: Own): boolean {
  if (current === null) return open_order !== null;
  const status = planStatus(current, Date.now());
  return status === "UNPAID" || status === "OVERDUE" || status === "LAPSED";
}

function Plan({ own: { current, is_payable, open_order }, use }: { own: Own; use: PlanUse }) {
  const { t } = useTranslation();
  const [status, announce] = useStatusMessage();
  return (
    <>
      <StatusMessage {...status} />
      <Section title={t("plan.now.title")}>
        <OwnPlan current={current} payable={is_payable} />
      </Section>
      {current === null ? (
        <Section title={t("plan.checkout.title")}>
          <GoPremium payable={is_payable} open={open_order} />
        </Section>
      ) : null}
      {current === null || current.is_granted ? null : (
        <Section title={t("plan.manage.title")}>
          <PlanChanges current={current} announce={announce} />
        </Section>
      )}
      <Section title={t("plan.use.title")}>
        <PlanUsage use={use} />
        <TermNote term="wnft" />
      </Section>
      <Section title={t("plan.includes.title")}>
        <PlanTable premium={use.plan !== "FREE"} />
      </Section>
      <Section title={t("plan.invoices.title")}>
        <InvoiceList />
      </Section>
    </>
  );
}
