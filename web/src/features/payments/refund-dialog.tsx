import { paymentLimits } from "@wrapsody/shared/payments.ts";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog, DialogCancel } from "../../ui/dialog.tsx";
import { TextArea } from "../../ui/field.tsx";
import { FormFailure, problemText, type useCheckedForm } from "../accounts/index.ts";

type RefundDialogProps = {
  label: string;
  /** The button's whole name: there are many of them. */
  name: string;
  title: string;
  /** What is lost. */
  text: ReactNode;
  form: (close: () => void) => ReactNode;
};

/** A button that asks why before anything is paid back. */
export function RefundDialog({ label, name, title, text, form }: RefundDialogProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="payment-do">
      <Dialog
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className="btn" aria-label={name}>
            {label}
          </button>
        }
        title={title}
        text={text}
      >
        {form(() => setOpen(false))}
      </Dialog>
    </div>
  );
}

type Checked = Pick<
  ReturnType<typeof useCheckedForm>,
  "form" | "problems" | "failure" | "busy" | "submit" | "forgive"
>;

/** The reason, and the button that does it. */
export function RefundFields({ checked }: { checked: Checked }) {
  const { t } = useTranslation();
  const { form, problems, failure, busy, submit, forgive } = checked;
  const isChanged = failure?.code === "E0005";
  return (
    <form ref={form} className="entry-form" method="post" noValidate onSubmit={submit}>
      <FormFailure
        failure={failure}
        otherwise={isChanged ? "payments.refund.changed" : "payments.refund.refused"}
      />
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
