import ArrowRight from "lucide-react/icons/arrow-right";
import RotateCw from "lucide-react/icons/rotate-cw";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

/** Placeholder of an empty list. Its children suggest what to do next. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="void">
      <p className="lead">{title}</p>
      {children === undefined ? null : <div className="small dim">{children}</div>}
    </div>
  );
}

type FirstStepProps = {
  title: string;
  text?: string;
  to: string;
  label: string;
  /** The page has another next step. */
  isSecond?: boolean;
};

/** Placeholder of an empty page with a link to the first step. */
export function FirstStep({ title, text, to, label, isSecond = false }: FirstStepProps) {
  return (
    <div className="void">
      <p className="lead">{title}</p>
      {text === undefined ? null : <p className="small dim">{text}</p>}
      <Link className={isSecond ? "btn" : "btn go"} to={to}>
        {label} <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </div>
  );
}

/** An error message with an optional retry button. */
export function ErrorState({ message, retry }: { message: string; retry?: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="void" role="alert">
      <p className="msg">
        <TriangleAlert className="i" aria-hidden="true" /> {message}
      </p>
      {retry === undefined ? null : (
        <button type="button" className="btn" onClick={retry}>
          {t("ui.retry")} <RotateCw className="i" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** Placeholder rows in the final row height (a CSS length). */
export function LoadingRows({ rows = 3, height = "3.5rem" }: { rows?: number; height?: string }) {
  const { t } = useTranslation();
  return (
    <div className="loading" role="status">
      <span className="vh">{t("ui.loading")}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <span key={row} className="loading-row" style={{ height }} />
      ))}
    </div>
  );
}

/** A progress line; `share` is 0 to 1. Its numbers are always shown next to it. A line without any progress would be an empty rule. */
export function Gauge({ share }: { share: number }) {
  return (
    <span className={share > 0 ? "gauge" : "gauge unbegun"} aria-hidden="true">
      <i style={{ width: `${Math.min(1, share) * 100}%` }} />
    </span>
  );
}
