import { useTranslation } from "react-i18next";
import { Gauge } from "../../../ui/feedback/states.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import type { Access } from "./access.ts";

type Level = NonNullable<Access["level"]>;

/** The reward level that opens a private experience, with the points it needs and the points the user has. */
export function AccessLevel({ level: { name, needs, has } }: { level: Level }) {
  const { t, i18n } = useTranslation();
  const count = (value: number) => formatCount(value, i18n.language);
  const reached = has >= needs;
  return (
    <div className="ex-level">
      <p className="split">
        <span className="b">{name}</span>
        <span className="num">{t("wrap.have", { have: count(has), need: count(needs) })}</span>
      </p>
      <Gauge share={needs === 0 ? 1 : has / needs} />
      <p className={reached ? "state on small" : "state wait small"}>
        {reached ? t("wrap.reached") : t("wrap.pointsLeft", { points: count(needs - has) })}
      </p>
    </div>
  );
}
