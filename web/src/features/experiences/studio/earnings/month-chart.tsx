import type { StatementLine } from "@wrapsody/shared/payments/earnings.ts";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { BarChart } from "../../../../ui/charts/bar-chart.tsx";
import { formatUsd } from "../../../../ui/format/format.ts";
import { DisclosureButton } from "../../../../ui/layout/disclosure.tsx";
import { WideTable } from "../../../../ui/layout/wide-table.tsx";
import { monthName } from "./months.tsx";
import { monthsOf, type Span } from "./span.tsx";

const columns = ["sold", "paid_back", "provider_fee", "platform_fee", "net"] as const;
type Sums = Record<(typeof columns)[number], number>;

/** Net by month, as a chart and as a table. */
export function MonthChart({ lines, span }: { lines: readonly StatementLine[]; span: Span }) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const byMonth = Map.groupBy(lines, ({ month }) => month);
  const months = monthsOf(span).map((month) => ({ month, sums: sumLines(byMonth.get(month) ?? []) }));
  const isOpen = span.to === new Date().toISOString().slice(0, 7);
  return (
    <section className="earn-chart" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="head">
        {t("earnings.chart.title")}
      </h2>
      <BarChart
        bars={months.map(({ month, sums }) => ({
          key: month,
          label: monthName(month, i18n.language),
          short: monthName(month, i18n.language, "short"),
          value: sums.net,
        }))}
        label={t("earnings.chart.title")}
        readout={{
          highest: t("earnings.chart.best"),
          selected: t("earnings.chart.selected"),
          none: t("earnings.nothing"),
        }}
        format={(cents) => formatUsd(cents / 100)}
        formatScale={(cents) => formatUsd(cents / 100).replace(/\.00$/, "")}
        open={isOpen ? t("earnings.chart.open") : undefined}
      />
      <DisclosureButton id={id} open={open} label={t("earnings.chart.asTable")} onToggle={setOpen} />
      <div id={id} hidden={!open}>
        {open && <MonthTable months={months} />}
      </div>
    </section>
  );
}

function sumLines(lines: readonly StatementLine[]): Sums {
  const sums = { sold: 0, paid_back: 0, provider_fee: 0, platform_fee: 0, net: 0 };
  for (const line of lines) for (const column of columns) sums[column] += line[column];
  return sums;
}

/** Table of months, latest first. */
function MonthTable({ months }: { months: readonly { month: string; sums: Sums }[] }) {
  const { t, i18n } = useTranslation();
  return (
    <WideTable label={t("earnings.chart.asTable")}>
      <table className="tbl num">
        <thead>
          <tr>
            <th scope="col">{t("earnings.chart.month")}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className="r">
                {t(`earnings.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ month, sums }) => (
            <tr key={month}>
              <th scope="row">{monthName(month, i18n.language)}</th>
              {columns.map((column) => (
                <td key={column} className="r">
                  {formatUsd(sums[column] / 100)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}
