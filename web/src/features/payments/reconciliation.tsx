import { getReconciliations, type Reconciliation } from "@wrapsody/shared/payments/payments.ts";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../ui/format/format.ts";
import { formatDay, formatTime } from "../../ui/format/local-time.ts";
import { useAuthedQuery } from "../accounts/index.ts";

/** The daily reconciliation is late after a day plus its run time. */
const LATE_AFTER_MS = 26 * 60 * 60 * 1000;

export function isLate({ finished_at }: Pick<Reconciliation, "finished_at">, now: Date): boolean {
  return now.getTime() - Date.parse(finished_at) > LATE_AFTER_MS;
}

/** Result of the last daily reconciliation with the provider. Renders nothing if it cannot be loaded. */
export function LastReconciliation() {
  const { t } = useTranslation();
  const { data } = useAuthedQuery(getReconciliations, { list: { limit: 1 } });
  if (data === undefined) return null;
  const [last] = data.data;
  return (
    <section className="comparison" aria-labelledby="comparison">
      <h2 id="comparison" className="head">
        {t("payments.comparison.title")}
      </h2>
      {last === undefined ? <p className="dim">{t("payments.comparison.none")}</p> : <Found last={last} />}
    </section>
  );
}

function Found({ last }: { last: Reconciliation }) {
  const { t, i18n } = useTranslation();
  const { finished_at, compared, repaired, strangers, failed } = last;
  const at = { day: formatDay(finished_at, i18n.language), time: formatTime(finished_at) };
  return (
    <>
      {isLate(last, new Date()) ? <p className="state bad">{t("payments.comparison.late", at)}</p> : null}
      <p>
        {t("payments.comparison.found", {
          ...at,
          count: compared,
          compared: formatCount(compared, i18n.language),
          repaired: formatCount(repaired, i18n.language),
        })}
      </p>
      <Ids textKey="payments.comparison.failed" ids={failed} />
      <Ids textKey="payments.comparison.strangers" ids={strangers} />
    </>
  );
}

/** Lists the ids of payments to investigate. */
function Ids({ textKey, ids }: { textKey: string; ids: readonly string[] }) {
  const { t } = useTranslation();
  if (ids.length === 0) return null;
  return (
    <>
      <p className="state bad">{t(textKey, { count: ids.length })}</p>
      <ul className="code comparison-ids">
        {ids.map((id) => (
          <li key={id}>{id}</li>
        ))}
      </ul>
    </>
  );
}
