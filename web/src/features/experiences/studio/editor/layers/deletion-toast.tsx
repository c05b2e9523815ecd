import Trash from "lucide-react/icons/trash-2";
import Undo from "lucide-react/icons/undo-2";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Deleting } from "../state/use-deleting.ts";

/** Duration of the toast. Undo and Control+Z work as long as the editor is open. */
const TOAST_MS = 10_000;

type ToastProps = {
  deleting: Pick<Deleting, "notice" | "dismiss" | "undo">;
  /** The deletion is the last step. */
  canUndo: boolean;
};

/** Offers to undo a deletion. Stays while the pointer or the focus is on it. */
export function DeletionToast({ deleting, canUndo }: ToastProps) {
  const { t } = useTranslation();
  const { notice, dismiss, undo } = deleting;
  const [isUsed, setUsed] = useState(false);
  const key = notice?.key;
  const dismissNotice = useRef(dismiss);
  useEffect(() => {
    dismissNotice.current = dismiss;
  });
  useEffect(() => {
    if (key === undefined || isUsed) return;
    const timer = setTimeout(() => dismissNotice.current(), TOAST_MS);
    return () => clearTimeout(timer);
  }, [key, isUsed]);
  return (
    <div
      className="passing"
      role="status"
      onPointerEnter={() => setUsed(true)}
      onPointerLeave={() => setUsed(false)}
      onFocus={() => setUsed(true)}
      onBlur={() => setUsed(false)}
    >
      {notice === undefined ? null : (
        <>
          <Trash className="i" aria-hidden="true" />
          <span>{t(`components.delete.${notice.is}`, { count: notice.count })}</span>
          {notice.is === "deleted" && canUndo ? (
            <button
              type="button"
              className="u"
              onClick={() => {
                setUsed(false);
                undo();
              }}
            >
              <Undo className="i" aria-hidden="true" /> {t("components.undo")}
            </button>
          ) : null}
        </>
      )}
    </div>
  );
}
