import { useTranslation } from "react-i18next";

/** How much of a file has left, 0 to 1; `after` is what the server is at once all of it is there. */
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
