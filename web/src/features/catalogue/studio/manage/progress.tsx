import { useTranslation } from "react-i18next";

/** Upload progress from 0 to 1. `after` replaces it while the server processes the file. */
export function Progress({ share, name, after }: { share: number; name: string; after: string }) {
  const { t } = useTranslation();
  const percent = Math.round(share * 100);
  const all = share >= 1;
  return (
    <div className="manage-progress">
      <p className="split small">
        <span>{all ? after : name}</span>
        <span className="num">{all ? "" : t("manage.percent", { percent })}</span>
      </p>
      <div
        className={all ? "line all" : "line"}
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={all ? after : t("manage.percent", { percent })}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
