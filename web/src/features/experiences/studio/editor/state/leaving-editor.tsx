import { useTranslation } from "react-i18next";
import { LeaveGuard } from "../../shared/leave-guard.tsx";

type Props = {
  /** Number of components with unsaved changes. */
  unsaved: number;
  /** Number of images that are not added yet. */
  coming: number;
  /** A deletion or restoration is under way. */
  isDeleting: boolean;
  /** The browser keeps all of it as a draft. */
  isKept: boolean;
  /** Resolves to true if everything is saved. */
  save(): Promise<boolean>;
};

/** Confirms leaving with unsaved changes or pending images. A reload loses only what the browser does not keep. */
export function LeavingEditor({ unsaved, coming, isDeleting, isKept, save }: Props) {
  const { t } = useTranslation();
  const open = [
    ...(unsaved > 0 ? [t("components.leave.text", { count: unsaved })] : []),
    ...(isDeleting ? [t("components.leave.deleting")] : []),
    ...(coming > 0 ? [t("components.leave.coming", { count: coming })] : []),
    ...(unsaved + coming === 0 ? [] : [t(`components.leave.${isKept ? "kept" : "lost"}`)]),
  ];
  return (
    <LeaveGuard
      unsaved={open.length > 0}
      isLost={isDeleting || !isKept}
      // Pending work may finish while the dialog is open.
      text={open.length > 0 ? open.join(" ") : t("components.leave.done")}
      save={unsaved > 0 ? save : undefined}
    />
  );
}
