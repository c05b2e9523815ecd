import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { Dialog, DialogCancel } from "../../../../ui/feedback/dialog.tsx";

type LeaveGuardProps = {
  unsaved: boolean;
  /** Closing the page loses something, so that the browser asks too. */
  isLost?: boolean;
  /** Describes what leaving loses. */
  text: string;
  /** Resolves to true if everything is saved. Undefined if nothing can be saved. */
  save: (() => Promise<boolean>) | undefined;
};

/** Navigation state that skips the guard after a deletion, because the unsaved changes are gone with their object. */
export const nothingToSave = { nothingToSave: true };

const hasNothingToSave = (state: unknown) =>
  typeof state === "object" && state !== null && "nothingToSave" in state;

/** Confirms leaving with unsaved changes. */
export function LeaveGuard({ unsaved, isLost = true, text, save }: LeaveGuardProps) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && currentLocation.pathname !== nextLocation.pathname && !hasNothingToSave(nextLocation.state),
  );
  useEffect(() => {
    if (!unsaved || !isLost) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [unsaved, isLost]);
  return (
    <Dialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title={t("components.leave.question")}
      text={<p>{text}</p>}
    >
      <div className="dialog-end">
        <DialogCancel>{t("components.leave.stay")}</DialogCancel>
        <button type="button" className="btn" onClick={() => blocker.proceed?.()}>
          {t("components.leave.leave")}
        </button>
        {save === undefined ? null : (
          <button
            type="button"
            className="btn solid"
            onClick={() =>
              void save().then((saved) => {
                if (saved) blocker.proceed?.();
                else blocker.reset?.();
              })
            }
          >
            {t("components.leave.save")}
          </button>
        )}
      </div>
    </Dialog>
  );
}
