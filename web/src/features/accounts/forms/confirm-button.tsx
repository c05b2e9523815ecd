import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog, DialogCancel } from "../../../ui/feedback/dialog.tsx";
import { errorKey } from "../authed-query.tsx";

type ConfirmButtonProps = {
  /** What stands on the button that opens the dialog. */
  label: ReactNode;
  title: string;
  /** What is lost. */
  text: ReactNode;
  /** What stands on the button that does it. */
  confirm: string;
  /** What stands on the button that leaves all as it was, where “Cancel” could be misread. */
  keep?: string;
  run(): Promise<void>;
  /** The words for why it could not be done, where the usual ones do not say enough. */
  reason?(error: Error): string;
  className?: string;
};

/** A button that asks first. The dialog is there until it is done, and says why where it could not be. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, title, text, confirm, keep, run, reason, className = "btn" } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: run,
    onSuccess: () => setOpen(false),
  });
  const change = (wanted: boolean) => {
    if (isPending) return;
    reset();
    setOpen(wanted);
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
