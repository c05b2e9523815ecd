import { useTranslation } from "react-i18next";
import { LeaveGuard } from "../../shared/leave-guard.tsx";

type Props = {
  /** Components with changes that are not saved. */
  unsaved: number;
  /** Pictures that are not added yet. */
  coming: number;
  /** Answers whether all is saved now. */
  save(): Promise<boolean>;
};

/** Asks before changes that are not saved, or pictures that are not added yet, are left behind. */
export function LeavingEditor({ unsaved, coming, save }: Props) {
  const { t } = useTranslation();
  const lost = [
    ...(unsaved > 0 ? [t("components.leave.text", { count: unsaved })] : []),
    ...(coming > 0 ? [t("components.leave.coming", { count: coming })] : []),
  ];
  return (
    <LeaveGuard
      unsaved={lost.length > 0}
      // What was under way may be done while it is asked about.
      text={lost.length > 0 ? lost.join(" ") : t("components.leave.done")}
      save={unsaved > 0 ? save : undefined}
    />
  );
}
