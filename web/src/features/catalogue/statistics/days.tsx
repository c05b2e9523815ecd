import type { Statistics } from "@wrapsody/shared/studio/statistics.ts";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { BarChart } from "../../../ui/charts/bar-chart.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { DisclosureButton } from "../../../ui/layout/disclosure.tsx";
import { WideTable } from "../../../ui/layout/wide-table.tsx";
import { dayText, weekdayText } from "./day-text.ts";
import { DownloadButton } from "./download.tsx";
import { type Measure, measures } from "./measures.ts";

type DaysProps = { statistics: Statistics; measure: Measure };

/** Statistics by day: chart, table and download. */
export function Days({ statistics, measure }: DaysProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { days, from, to } = statistics;
  return (
    <section className="stat-part">
      <div className="sec-h">
        <div>
          <h2 className="head">{t("statistics.byDay", { measure: t(`statistics.${measure}`) })}</h2>
          <p className="small dim stat-about">{t(`statistics.about.${measure}`)}</p>
        </div>
        <DownloadButton
          file={`wrapsody-days-${from}-${to}.csv`}
          label={t("statistics.downloadDays")}
          table={() => [
            [t("statistics.day"), ...measures.map((each) => t(`statistics.${each}`))],
            ...days.map((counts) => [counts.day, ...measures.map((each) => counts[each])]),
          ]}
        />
      </div>
      <BarChart
        bars={days.map((each) => ({
          key: each.day,
          label: weekdayText(each.day, i18n.language),
          short: dayText(each.day, i18n.language),
          value: each[measure],
        }))}
        label={t("statistics.byDay", { measure: t(`statistics.${measure}`) })}
        readout={{
          highest: t("statistics.best"),
          selected: t("statistics.onDay"),
          none: t("statistics.noneByDay"),
        }}
        format={(count) => formatCount(count, i18n.language)}
        open={t("statistics.todayOpen")}
      />
      <DisclosureButton id={id} open={open} label={t("statistics.asTable")} onToggle={setOpen} />
      <div id={id} className="day-table" hidden={!open}>
        {open && <DayTable days={days} to={to} />}
      </div>
    </section>
  );
}

/** Table of days, latest first. */
function DayTable({ days, to }: Pick<Statistics, "days" | "to">) {
  const { t, i18n } = useTranslation();
  return (
    <WideTable label={t("statistics.asTable")}>
      <table className="tbl num">
        <thead>
          <tr>
            <th scope="col">{t("statistics.day")}</th>
            {measures.map((each) => (
              <th key={each} scope="col" className="r">
                {t(`statistics.${each}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((counts) => (
            <tr key={counts.day}>
              <th scope="row">
                {weekdayText(counts.day, i18n.language)}
                {counts.day === to && <span className="dim">, {t("statistics.today")}</span>}
              </th>
              {measures.map((each) => (
                <td key={each} className="r">
                  {formatCount(counts[each], i18n.language)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}
