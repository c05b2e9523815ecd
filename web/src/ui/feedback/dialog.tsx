import { AlertDialog } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import "./dialog.css";

type DialogProps = {
  open: boolean;
  /** Called by the trigger, by Escape and by `DialogCancel`. */
  onOpenChange: (open: boolean) => void;
  /** The button that opens the dialog and regains the focus. Omitted if the caller opens it. */
  trigger?: ReactElement;
  title: string;
  /** Describes the action and its consequences. */
  text: ReactNode;
  /** The controls, including `DialogCancel`, which has the initial focus. */
  children: ReactNode;
};

/** Confirms an action that cannot be undone. */
export function Dialog({ open, onOpenChange, trigger, title, text, children }: DialogProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      {trigger === undefined ? null : <AlertDialog.Trigger asChild>{trigger}</AlertDialog.Trigger>}
      <AlertDialog.Portal>
        {/* The primitive's own overlay writes a style element, which the content security policy forbids. */}
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

/** Closes the dialog without any change. */
export function DialogCancel({ children }: { children: ReactNode }) {
  return (
    <AlertDialog.Cancel asChild>
      <button type="button" className="btn">
        {children}
      </button>
    </AlertDialog.Cancel>
  );
}
