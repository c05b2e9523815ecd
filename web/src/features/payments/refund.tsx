import { useQueryClient } from "@tanstack/react-query";
import { getPayments, type ListedPayment, postRefund } from "@wrapsody/shared/payments/payments.ts";
import { useTranslation } from "react-i18next";
import { invalidateQueries } from "../../lib/api/invalidate.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { formatUsd } from "../../ui/format/format.ts";
import { useApiForm } from "../accounts/index.ts";
import { RefundDialog, RefundFields } from "./refund-dialog.tsx";

type Props = { payment: ListedPayment; announce: (text: string) => void };

/**
 * Refunds a payment with a reason. Renders no button if nothing can be refunded. Subscriptions are refunded by
 * invoice.
 */
export function Refund({ payment, announce }: Props) {
  const { t } = useTranslation();
  const { state, problem, title, bills, payee, account, amount_cents, refunded_cents } = payment;
  const failed = state === "REFUNDING" && problem === "REFUND_FAILED";
  if ((state !== "PAID" || bills.length > 0) && !failed) return null;
  const what = t(failed ? "payments.refund.again" : "payments.refund.do");
  const name = account?.name ?? t("payments.deletedAccount");
  return (
    <RefundDialog
      label={what}
      name={t("payments.refund.of", { what, title, name })}
      title={t("payments.refund.title", { amount: formatUsd((amount_cents - refunded_cents) / 100), name })}
      text={<p>{t(payee === null ? "payments.refund.warningByPlatform" : "payments.refund.warning")}</p>}
      form={(close) => (
        <RefundForm
          payment={payment}
          onDone={() => {
            close();
            announce(t("payments.refund.done", { title }));
          }}
        />
      )}
    />
  );
}

function RefundForm({ payment, onDone }: { payment: ListedPayment; onDone: () => void }) {
  const client = useQueryClient();
  const changed = () => invalidateQueries(client, getPayments);
  const checked = useApiForm({
    endpoint: postRefund,
    request: { params: { id: payment.id } },
    body: ({ reason = "" }) => ({ reason }),
    onSuccess: () => {
      draft.finish();
      changed();
      onDone();
    },
  });
  const draft = useFormDraft(`refund-${payment.id}`, checked.form);
  return <RefundFields checked={checked} draft={draft} />;
}
