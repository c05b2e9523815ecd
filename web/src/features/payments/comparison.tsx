import { getReconciliations } from "@wrapsody/shared/payments.ts";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../ui/format.ts";
import { formatDay, formatTime } from "../../ui/local-time.ts";
import { useOwn } from "../accounts/index.ts";

/** What the last daily comparison with the provider found. It is told beside the list, and nothing where it cannot be had. */
export function Comparison() {
  const { t, i18n } = useTranslation();
  const { data } = useOwn(getReconciliations, { list: { limit: 1 } });
  if (data === undefined) return null;
  const [last] = data.data;
  return (
    <section className="comparison" aria-labelledby="comparison">
      <h2 id="comparison" className="head">
        {t("payments.comparison.title")}
      </h2>
      {last === undefined ? (
        <p className="dim">{t("payments.comparison.none")}</p>
      ) : (
        <>
          <p>
            {t("payments.comparison.found", {
              day: formatDay(last.finished_at, i18n.language),
              time: formatTime(last.finished_at),
              count: last.compared,
              compared: formatCount(last.compared, i18n.language),
              repaired: formatCount(last.repaired, i18n.language),
            })}
          </p>
          {last.strangers.length === 0 ? null : <Strangers ids={last.strangers} />}
        </>
      )}
    </section>
  );
}

function Strangers({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="state bad">{t("payments.comparison.strangers", { count: ids.length })}</p>
      <ul className="code comparison-ids">
        {ids.map((id) => (
          <li key={id}>{id}</li>
        ))}
      </ul>
    </>
  );
}
