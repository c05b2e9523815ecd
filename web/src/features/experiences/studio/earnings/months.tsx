import type { StatementLine } from "@wrapsody/shared/earnings.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { formatUsd } from "../../../../ui/format/format.ts";

/** The statement by month, and by experience within a month. */
export function Months({ lines }: { lines: StatementLine[] }) {
  const { i18n } = useTranslation();
  const months = [...Map.groupBy(lines, ({ month }) => month)];
  return months.map(([month, own]) => (
    <section key={month} className="earn-month">
      <h2 className="head">{monthName(month, i18n.language)}</h2>
      {own.map((line) => (
        <Line key={line.campaign.id} line={line} />
      ))}
    </section>
  ));
}

function Line({ line }: { line: StatementLine }) {
  const { t } = useTranslation();
  const { campaign, orders, refunds, sold, paid_back, provider_fee, platform_fee, net } = line;
  return (
    <article className="earn-line">
      <div className="earn-what">
        <h3>
          <Link className="u b" to={paths.manageExperience(campaign.pretty_id)}>
            {campaign.name}
          </Link>
        </h3>
        <p className="small dim">
          {campaign.song.name}, {campaign.song.artist}
        </p>
        <p className="small">
          {t("earnings.orders", { count: orders })}
          {refunds === 0 ? "" : `, ${t("earnings.refunds", { count: refunds })}`}
        </p>
      </div>
      <table className="tbl num earn-sums">
        <tbody>
          <Sum name="sold" cents={sold} />
          {paid_back === 0 ? null : <Sum name="paid_back" cents={paid_back} />}
          <Sum name="provider_fee" cents={-provider_fee} />
          <Sum name="platform_fee" cents={-platform_fee} />
        </tbody>
        <tbody>
          <Sum name="net" cents={net} strong />
          {line.shares.map(({ name, share }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two owners may have the same name, and the wrap defines their order
            <tr key={at}>
              <th scope="row" className="earn-share">
                {name}
              </th>
              <td className="r">{formatUsd(share / 100)}</td>
            </tr>
          ))}
          {line.rest === 0 ? null : (
            <tr>
              <th scope="row" className="earn-share dim">
                {t("earnings.rest")}
              </th>
              <td className="r">{formatUsd(line.rest / 100)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </article>
  );
}

function Sum({ name, cents, strong = false }: { name: string; cents: number; strong?: boolean }) {
  const { t } = useTranslation();
  return (
    <tr className={strong ? "b" : undefined}>
      <th scope="row">{t(`earnings.${name}`)}</th>
      <td className="r">{formatUsd(cents === 0 ? 0 : cents / 100)}</td>
    </tr>
  );
}

/** Formats a month, such as November 2026 or Nov 2026, in the language of the page. */
export function monthName(month: string, language: string, style: "long" | "short" = "long"): string {
  const format = new Intl.DateTimeFormat(language, { month: style, year: "numeric", timeZone: "UTC" });
  const name = format.format(new Date(`${month}-01T00:00:00Z`));
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
