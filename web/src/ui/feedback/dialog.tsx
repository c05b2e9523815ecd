import { AlertDialog } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import "./dialog.css";

type DialogProps = {
  open: boolean;
  /** Asked by the trigger, by Escape and by `DialogCancel`. */
  onOpenChange: (open: boolean) => void;
  /** The button that opens it; the focus comes back to it. Without one, what the reader did elsewhere opened it. */
  trigger?: ReactElement;
  title: string;
  /** What is about to be done, and what is lost by it. */
  text: ReactNode;
  /** The controls, `DialogCancel` among them: it has the focus first. */
  children: ReactNode;
};

/** Asks before something that cannot be taken back. */
export function Dialog({ open, onOpenChange, trigger, title, text, children }: DialogProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      {trigger === undefined ? null : <AlertDialog.Trigger asChild>{trigger}</AlertDialog.Trigger>}
      <AlertDialog.Portal>
        {/* The overlay that comes with the primitive writes a style element, which the policy of the page forbids. */}
        <div className="veil">
          <AlertDialog.Content className="dialog" aria-modal="true">
            <AlertDialog.Title className="head">{title}</AlertDialog.Title>
            <AlertDialog.Description asChild>
              <div className="dialog-text">{text}</div>
            </AlertDialog.Description>
            {children}
          </AlertDialog.Content>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** Closes the dialog and leaves everything as it was. */
export function DialogCancel({ children }: { children: ReactNode }) {
  return (
    <AlertDialog.Cancel asChild>
      <button type="button" className="btn">
        {children}
      </button>
    </AlertDialog.Cancel>
  );
}
