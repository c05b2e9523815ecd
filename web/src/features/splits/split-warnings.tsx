import { findSplitWarnings, type SplitOwner } from "@wrapsody/shared/studio/splits.ts";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import "./splits.css";

type Props = {
  owners: readonly Pick<SplitOwner, "ownership" | "royalty">[];
  /** The way to complete them. */
  children?: ReactNode;
};

/** Says what is incomplete about splits, and what follows. Nothing is shown if they are complete. */
export function SplitWarnings({ owners, children }: Props) {
  const { t } = useTranslation();
  const warnings = findSplitWarnings(owners);
  if (warnings.length === 0) return null;
  return (
    <div className="split-warning">
      <TriangleAlert className="i" aria-hidden="true" />
      <div>
        {warnings.map((warning) => (
          <p key={warning} className="small">
            {t(`splits.warning.${warning}`)}
          </p>
        ))}
        {children}
      </div>
    </div>
  );
}
