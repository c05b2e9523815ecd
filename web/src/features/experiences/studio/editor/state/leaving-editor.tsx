import { useTranslation } from "react-i18next";
import { LeaveGuard } from "../../shared/leave-guard.tsx";

type Props = {
  /** Number of components with unsaved changes. */
  unsaved: number;
  /** Number of images that are not added yet. */
  coming: number;
  /** A deletion or restoration is under way. */
  isDeleting: boolean;
  /** Resolves to true if everything is saved. */
  save(): Promise<boolean>;
};

/** Confirms leaving with unsaved changes or pending images. */
export function LeavingEditor({ unsaved, coming, isDeleting, save }: Props) {
  const { t } = useTranslation();
  const lost = [
    ...(unsaved > 0 ? [t("components.leave.text", { count: unsaved })] : []),
    ...(isDeleting ? [t("components.leave.deleting")] : []),
    ...(coming > 0 ? [t("components.leave.coming", { count: coming })] : []),
  ];
  return (
    <LeaveGuard
      unsaved={lost.length > 0}
      // Pending work may finish while the dialog is open.
      text={lost.length > 0 ? lost.join(" ") : t("components.leave.done")}
      save={unsaved > 0 ? save : undefined}
    />
  );
}
