import { getEarnings, getUnassignedIncome, type StatementLine } from "@wrapsody/shared/payments/earnings.ts";
import { getPayouts } from "@wrapsody/shared/payments/payments.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { textIn } from "../../../../lib/language/language.ts";
import { parsePage } from "../../../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { formatUsd } from "../../../../ui/format/format.ts";
import { TermNote } from "../../../../ui/format/term-note.tsx";
import { type PageHandle, Permitted, QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import { MySplits } from "../../../splits/index.ts";
import type { Route } from "./+types/earnings";
import { EarningsDownloads } from "./downloads.tsx";
import { MonthChart } from "./month-chart.tsx";
import { Months } from "./months.tsx";
import { NextPayout } from "./next-payout.tsx";
import { Payouts } from "./payouts.tsx";
import { earningsPath, earningsViews, type Span, SpanChoice, spanBy } from "./span.tsx";
import { UnassignedIncome } from "./unassigned.tsx";
import "./earnings.css";

export const handle = { loading: { shape: "figures" } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("earnings.title"), language);
}

/** Revenue of a publisher's experiences by month, its way to the bank, and the splits that name the reader as an owner. */
export default function EarningsPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const now = new Date();
  const span = spanBy(query, now);
  const view = earningsViews.find((name) => name === query.get("view")) ?? "experiences";
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("earnings.title")}</h1>
          <p className="small dim">{t("earnings.lead")}</p>
          {view === "splits" ? <TermNote term="split" /> : null}
        </div>
      </header>
      <section className="sec earnings" aria-label={t("earnings.title")}>
        <nav className="earn-views" aria-label={t("earnings.view")}>
          {earningsViews.map((name) => (
            <Link
              key={name}
              to={earningsPath(name, span)}
              aria-current={name === view ? "page" : undefined}
              replace
              preventScrollReset
            >
              {t(`earnings.views.${name}`)}
            </Link>
          ))}
        </nav>
        <SpanChoice span={span} view={view} now={now} />
        {view === "splits" && (
          <MySplits range={{ from: span.from, to: span.to }} pages={splitPages(query, span)} />
        )}
        {view === "payouts" && <Payouts span={span} />}
        {view === "experiences" && <Experiences span={span} />}
      </section>
    </>
  );
}

/** The pages of the wraps that name the reader as an owner. */
function splitPages(query: URLSearchParams, span: Span) {
  const pathOfPage = (page: number) => earningsPath("splits", span, page);
  return { page: parsePage(query.get("page") ?? "1"), pathOfPage };
}

function Experiences({ span }: { span: Span }) {
  const { data, error, refetch } = useAuthedQuery(getEarnings, { query: { from: span.from, to: span.to } });
  // Income without an owner is shown above the figures.
  const { isPending } = useAuthedQuery(getUnassignedIncome);
  if (data === undefined || isPending) return <QueryState error={error} refetch={refetch} shape="figures" />;
  return (
    <>
      <UnassignedIncome />
      <Statement lines={data.lines} total={data.total} span={span} />
    </>
  );
}

/** What is left comes first. */
const kinds = ["net", "sold", "paid_back", "provider_fee", "platform_fee"] as const;
type Total = Record<(typeof kinds)[number], number>;

function Statement({ lines, total, span }: { lines: StatementLine[]; total: Total; span: Span }) {
  const { t } = useTranslation();
  if (lines.length === 0) return <NothingEarned />;
  return (
    <>
      <dl className="earn-total earn-figures earn-statement">
        {kinds.map((kind) => (
          <div key={kind} className={kind === "net" ? "earn-net" : undefined}>
            <dt className="small dim">{t(`earnings.${kind}`)}</dt>
            <dd className="no">{formatUsd(total[kind] / 100)}</dd>
            {kind === "net" ? (
              <Permitted call={getPayouts} quiet>
                <NextPayout span={span} />
              </Permitted>
            ) : null}
          </div>
        ))}
      </dl>
      <MonthChart lines={lines} span={span} />
      <Months lines={lines} />
      <EarningsDownloads lines={lines} span={span} />
      <p className="small dim earn-note">{t("earnings.note")}</p>
    </>
  );
}

function NothingEarned() {
  const { t } = useTranslation();
  return (
    <div className="void">
      <p className="lead">{t("earnings.nothing")}</p>
      <p className="small dim">{t("earnings.nothingNote")}</p>
      <Link className="btn" to={paths.myExperiences()}>
        {t("earnings.toExperiences")} <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </div>
  );
}
