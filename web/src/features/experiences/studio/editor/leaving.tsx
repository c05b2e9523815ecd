import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { Dialog, DialogCancel } from "../../../../ui/dialog.tsx";

type LeavingProps = {
  /** How many components are not saved. */
  count: number;
  /** Answers whether all of them are saved now. */
  saveAll(): Promise<boolean>;
};

/** Asks before unsaved components are left behind. */
export function Leaving({ count, saveAll }: LeavingProps) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => count > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (count === 0) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [count]);
  return (
    <Dialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title={t("components.leave.question")}
      text={<p>{t("components.leave.text", { count })}</p>}
    >
      <div className="dialog-end">
        <DialogCancel>{t("components.leave.stay")}</DialogCancel>
        <button type="button" className="btn" onClick={() => blocker.proceed?.()}>
          {t("components.leave.go")}
        </button>
        <button
          type="button"
          className="btn solid"
          onClick={() =>
            void saveAll().then((saved) => {
              if (saved) blocker.proceed?.();
              else blocker.reset?.();
            })
          }
        >
          {t("components.leave.save")}
        </button>
      </div>
    </Dialog>
  );
}
