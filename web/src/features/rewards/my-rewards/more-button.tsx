import { useTranslation } from "react-i18next";

/** Loads more rows if there are any. */
export function MoreButton({ count, total, more }: { count: number; total: number; more: () => void }) {
  const { t } = useTranslation();
  if (count >= total) return null;
  return (
    <p className="rewards-more">
      <button type="button" className="btn s" onClick={more}>
        {t("points.more")}
      </button>
    </p>
  );
}
