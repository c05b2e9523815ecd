import { useQueryClient } from "@tanstack/react-query";
import {
  getPayments,
  type ListedInvoice,
  type ListedPayment,
  postInvoiceRefund,
} from "@wrapsody/shared/payments/payments.ts";
import { useTranslation } from "react-i18next";
import { invalidateQueries } from "../../lib/api/invalidate.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { formatUsd } from "../../ui/format/format.ts";
import { formatDay } from "../../ui/format/local-time.ts";
import { useApiForm } from "../accounts/index.ts";
import { RefundDialog, RefundFields } from "./refund-dialog.tsx";

type Props = { invoice: ListedInvoice; payment: ListedPayment; announce: (text: string) => void };

/** Refunds one invoice with a reason. The dialog explains the consequence for the plan first. */
export function InvoiceRefund({ invoice, payment, announce }: Props) {
  const { t, i18n } = useTranslation();
  const { state, refund, amount_cents, refunded_cents, period_from, period_until, ends_plan } = invoice;
  const failed = refund === "FAILED";
  if (state !== "PAID" || amount_cents === 0 || (refund !== null && !failed)) return null;
  const [from, until] = [period_from, period_until].map((at) => formatDay(at, i18n.language));
  const name = payment.account?.name ?? t("payments.deletedAccount");
  const what = t(failed ? "payments.refund.again" : "payments.refund.do");
  return (
    <RefundDialog
      label={what}
      name={t("payments.invoices.refundOf", { what, title: payment.title, name, from, until })}
      title={t("payments.refund.title", { amount: formatUsd((amount_cents - refunded_cents) / 100), name })}
      text={
        <>
          <p>{t("payments.invoices.warning", { from, until })}</p>
          <p className={ends_plan ? "b" : undefined}>
            {t(ends_plan ? "payments.invoices.ends" : "payments.invoices.continues")}
          </p>
        </>
      }
      form={(close) => (
        <InvoiceRefundForm
          invoice={invoice}
          onDone={() => {
            close();
            announce(t("payments.invoices.done", { title: payment.title, from, until }));
          }}
        />
      )}
    />
  );
}

function InvoiceRefundForm({ invoice, onDone }: { invoice: ListedInvoice; onDone: () => void }) {
  const client = useQueryClient();
  const changed = () => invalidateQueries(client, getPayments);
  const checked = useApiForm({
    endpoint: postInvoiceRefund,
    request: { params: { id: invoice.id } },
    body: ({ reason = "" }) => ({ reason, ends_plan: invoice.ends_plan }),
    // The dialog was outdated, so the list is refetched.
    failed: ({ code }) => {
      if (code === "E0005") changed();
      return false;
    },
    onSuccess: () => {
      draft.finish();
      changed();
      onDone();
    },
  });
  const draft = useFormDraft(`refund-invoice-${invoice.id}`, checked.form);
  return <RefundFields checked={checked} draft={draft} />;
}
