import { paymentLimits } from "@wrapsody/shared/payments/payments.ts";
import { type ComponentProps, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FormDraft } from "../../lib/drafts/use-form-draft.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { ReasonFields } from "../accounts/index.ts";

type RefundDialogProps = {
  label: string;
  /** Accessible name of the button, because a list has many of them. */
  name: string;
  title: string;
  /** Consequences of the refund. */
  text: ReactNode;
  form: (close: () => void) => ReactNode;
};

/** A refund button that asks for a reason. */
export function RefundDialog({ label, name, title, text, form }: RefundDialogProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="btn s" aria-label={name}>
          {label}
        </button>
      }
      title={title}
      text={text}
    >
      {form(() => setOpen(false))}
    </Dialog>
  );
}

/** Reason field and submit button. */
export function RefundFields({
  checked,
  draft,
}: Pick<ComponentProps<typeof ReasonFields>, "checked"> & { draft: FormDraft }) {
  const { t } = useTranslation();
  const isChanged = checked.failure?.code === "E0005";
  return (
    <ReasonFields
      checked={checked}
      draft={draft}
      maxLength={paymentLimits.maxReasonLength}
      otherwise={isChanged ? "payments.refund.changed" : "payments.refund.refused"}
      texts={{
        label: t("payments.refund.reason"),
        hint: t("payments.refund.reasonHint"),
        submit: t("payments.refund.do"),
        busy: t("payments.refund.busy"),
      }}
    />
  );
}
