import { useQueryClient } from "@tanstack/react-query";
import { getPayments, type ListedPayment, paymentLimits, postRefund } from "@wrapsody/shared/payments.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog, DialogCancel } from "../../ui/dialog.tsx";
import { TextArea } from "../../ui/field.tsx";
import { formatUsd } from "../../ui/format.ts";
import { FormFailure, problemText, useCheckedForm } from "../accounts/index.ts";

type Given = { payment: ListedPayment; onTold: (text: string) => void };

/** Pays back, once it was asked why; there is nothing to press where nothing can be paid back. */
export function Refund({ payment, onTold }: Given) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const failed = payment.state === "REFUNDING" && payment.problem === "REFUND_FAILED";
  if (payment.state !== "PAID" && !failed) return <div className="payment-do" />;
  const what = t(failed ? "payments.refund.again" : "payments.refund.do");
  const name = payment.account?.name ?? t("payments.nobody");
  return (
    <div className="payment-do">
      <Dialog
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button
            type="button"
            className="btn"
            aria-label={t("payments.refund.of", { what, title: payment.title, name })}
          >
            {what}
          </button>
        }
        title={t("payments.refund.title", { amount: formatUsd(payment.amount_cents / 100), name })}
        text={<p>{t("payments.refund.lost")}</p>}
      >
        <RefundForm
          payment={payment}
          onDone={() => {
            setOpen(false);
            onTold(t("payments.refund.done", { title: payment.title }));
          }}
        />
      </Dialog>
    </div>
  );
}

function RefundForm({ payment, onDone }: { payment: ListedPayment; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form, problems, failure, busy, submit, forgive } = useCheckedForm({
    endpoint: postRefund,
    asked: { params: { id: payment.id } },
    body: ({ reason = "" }) => ({ reason }),
    done: () => {
      void client.invalidateQueries({ queryKey: [`${getPayments.method} ${getPayments.path}`] });
      onDone();
    },
  });
  return (
    <form ref={form} className="entry-form" method="post" noValidate onSubmit={submit}>
      <FormFailure failure={failure} otherwise="payments.refund.refused" />
      <TextArea
        label={t("payments.refund.reason")}
        name="reason"
        required
        maxLength={paymentLimits.reason}
        hint={t("payments.refund.reasonHint")}
        problem={problemText(t, problems.reason)}
        onChange={() => forgive("reason")}
      />
      <div className="dialog-end">
        <DialogCancel>{t("accounts.settings.cancel")}</DialogCancel>
        <button type="submit" className="btn solid" aria-disabled={busy || undefined}>
          {t(busy ? "payments.refund.busy" : "payments.refund.do")}
        </button>
      </div>
    </form>
  );
}
