import type { StatementLine } from "@wrapsody/shared/payments/earnings.ts";
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
  const { campaign, orders, refunds, net } = line;
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
      <div className="earn-sum">
        <p>
          <span className="vh">{t("earnings.net")} </span>
          <span className="no">{formatUsd(net / 100)}</span>
        </p>
        <Deductions line={line} />
      </div>
      <Shares line={line} />
    </article>
  );
}

/** How the net results from the sales. */
function Deductions({ line }: { line: StatementLine }) {
  const { t } = useTranslation();
  const parts = (["sold", "paid_back", "provider_fee", "platform_fee"] as const).filter(
    (name) => name !== "paid_back" || line.paid_back !== 0,
  );
  return (
    <dl className="meta dim num">
      {parts.map((name) => (
        <div key={name} className="split">
          <dt>{t(`earnings.${name}`)}</dt>
          <dd>{formatUsd((name.endsWith("fee") ? -line[name] || 0 : line[name]) / 100)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Number of patterns that distinguish owners in black. */
const PATTERN_COUNT = 6;

/** Shares of the owners in the net, as a bar with its key. A net below 0 has no bar. */
function Shares({ line: { shares, rest, net } }: { line: StatementLine }) {
  const { t } = useTranslation();
  const rows = [
    ...shares.map(({ name, share }, at) => ({ name, share, pattern: `p${(at % PATTERN_COUNT) + 1}` })),
    ...(rest === 0 ? [] : [{ name: t("earnings.rest"), share: rest, pattern: "rest" }]),
  ];
  return (
    <div className="earn-shares">
      {net <= 0 ? null : (
        <div className="bars" aria-hidden="true">
          {rows.map(({ share, pattern }, at) =>
            share <= 0 ? null : (
              // biome-ignore lint/suspicious/noArrayIndexKey: two owners may have the same name, and the wrap defines their order
              <span key={at} className={pattern} style={{ flexGrow: share }} />
            ),
          )}
        </div>
      )}
      <ul className="small num">
        {rows.map(({ name, share, pattern }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two owners may have the same name, and the wrap defines their order
          <li key={at}>
            <span className={`key ${pattern}`} aria-hidden="true" />
            <span>{name}</span>
            <span>{formatUsd(share / 100)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Formats a month, such as November 2026 or Nov 2026, in the language of the page. */
export function monthName(month: string, language: string, style: "long" | "short" = "long"): string {
  const format = new Intl.DateTimeFormat(language, { month: style, year: "numeric", timeZone: "UTC" });
  const name = format.format(new Date(`${month}-01T00:00:00Z`));
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
