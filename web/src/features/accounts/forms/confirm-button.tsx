import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog, DialogCancel } from "../../../ui/feedback/dialog.tsx";
import { errorKey } from "../authed-query.tsx";

type ConfirmButtonProps = {
  /** Label of the button that opens the dialog. */
  label: ReactNode;
  title: string;
  /** Consequences of the action. */
  text: ReactNode;
  /** Choices between the text and the buttons. */
  children?: ReactNode;
  /** Label of the confirm button. */
  confirm: string;
  /** Label of the cancel button if “Cancel” could be misread. */
  keep?: string;
  run(): Promise<void>;
  /** Overrides the default error text. */
  reason?(error: Error): string;
  className?: string;
};

/** A button with a confirmation dialog. The dialog stays open until the action succeeds, and shows its error. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, title, text, children, confirm, keep, run, reason, className = "btn" } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: run,
    onSuccess: () => setOpen(false),
  });
  const change = (next: boolean) => {
    if (isPending) return;
    reset();
    setOpen(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      trigger={
        <button type="button" className={className}>
          {label}
        </button>
      }
      title={title}
      text={typeof text === "string" ? <p>{text}</p> : text}
    >
      {children}
      {error === null ? null : (
        <p className="msg" role="alert">
          {reason?.(error) ?? t(errorKey(error))}
        </p>
      )}
      <div className="dialog-end">
        <DialogCancel>{keep ?? t("accounts.settings.cancel")}</DialogCancel>
        <button
          type="button"
          className="btn solid"
          aria-disabled={isPending || undefined}
          onClick={() => {
            if (!isPending) mutate();
          }}
        >
          {confirm}
        </button>
      </div>
    </Dialog>
  );
}
