import { getReport } from "@wrapsody/shared/takedown.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../lib/language/language.ts";
import { loadNamespaces } from "../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../lib/pages/meta.ts";
import { paths } from "../../paths.ts";
import { formatMoment } from "../../ui/format/local-time.ts";
import { EmptySection, Section } from "../../ui/layout/section.tsx";
import { QueryPage, useAuthedQuery } from "../accounts/index.ts";
import type { Route } from "./+types/reported";
import { DecisionForm } from "./decision-form.tsx";
import type { ReportDetail } from "./report-detail.ts";
import { ReportRows, ReportStateText } from "./reports.tsx";
import { Restrictions } from "./restrictions.tsx";
import "./takedown.css";

export async function clientLoader() {
  await loadNamespaces("takedown");
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("studio.nav.reports"), language);
}

export default function ReportedPage({ params }: Route.ComponentProps) {
  return <ReportById key={params.reportId} id={Number(params.reportId)} />;
}

function ReportById({ id }: { id: number }) {
  const { t } = useTranslation();
  const link = { to: paths.reports(), label: t("takedown.list.all") };
  const missing = { title: t("takedown.detail.missing"), text: t("takedown.detail.missingText"), link };
  const query = useAuthedQuery(getReport, { params: { id } });
  return (
    <QueryPage
      query={query}
      title={t("takedown.detail.title", { report: id })}
      missing={missing}
      height="7rem"
    >
      {(report) => <Reported report={report} />}
    </QueryPage>
  );
}

/** A report with what it is about, and its decision. */
function Reported({ report }: { report: ReportDetail }) {
  const { t } = useTranslation();
  return (
    <>
      <header className="page-h">
        <div>
          <p className="small">
            <Link className="row back" to={paths.reports()}>
              <ArrowLeft className="i" aria-hidden="true" /> {t("takedown.list.all")}
            </Link>
          </p>
          <h1 className="title">{report.title}</h1>
          <p className="small row">
            <ReportStateText {...report} />
            <span className="dim">{t("takedown.detail.title", { report: report.id })}</span>
          </p>
        </div>
      </header>
      <div className="reported">
        <div className="reported-main">
          <Notice report={report} />
          <Things report={report} />
          <Restrictions restrictions={report.restrictions} />
          <Section title={t("takedown.detail.others")}>
            {report.others.length === 0 ? (
              <EmptySection>{t("takedown.detail.noOthers")}</EmptySection>
            ) : (
              <ReportRows reports={report.others} />
            )}
          </Section>
        </div>
        <DecisionForm report={report} />
      </div>
    </>
  );
}

function Notice({ report }: { report: ReportDetail }) {
  const { t, i18n } = useTranslation();
  const { name, email, address, signature, work, location, problem, explanation, created_at } = report;
  return (
    <Section title={t("takedown.detail.notice")}>
      <p className="reported-text">{explanation}</p>
      <dl className="kv reported-facts">
        <Fact name={t("takedown.field.problem")}>{t(`takedown.problem.${problem}`)}</Fact>
        <Fact name={t("takedown.field.location")}>{location}</Fact>
        {work === null ? null : <Fact name={t("takedown.field.work")}>{work}</Fact>}
        <Fact name={t("takedown.detail.reporter")}>
          {name ?? t("takedown.anonymous")}
          {email === null ? null : `, ${email}`}
          {address === null ? null : `, ${address}`}
        </Fact>
        {signature === null ? null : <Fact name={t("takedown.field.signature")}>{signature}</Fact>}
        <Fact name={t("takedown.detail.received")}>{formatMoment(created_at, i18n.language)}</Fact>
      </dl>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Shows the reported thing, and what it belongs to. */
function Things({ report: { things, owner } }: { report: ReportDetail }) {
  const { t } = useTranslation();
  if (things.length === 0)
    return (
      <Section title={t("takedown.detail.about")}>
        <EmptySection>{t("takedown.detail.gone")}</EmptySection>
      </Section>
    );
  return (
    <Section title={t("takedown.detail.about")}>
      <ul className="reported-things">
        {things.map(({ kind, title, path, is_restricted }) => (
          <li key={kind} className="row">
            <span className="small dim">{t(`takedown.kind.${kind}`)}</span>
            {is_restricted ? (
              <span>{title}</span>
            ) : (
              <Link className="u" to={path}>
                {title}
              </Link>
            )}
            {is_restricted ? <span className="state bad small">{t("takedown.state.RESTRICTED")}</span> : null}
          </li>
        ))}
      </ul>
      <p className="small">
        <span className="dim">{t("takedown.detail.owner")}</span>{" "}
        {owner === null ? (
          t("takedown.detail.noOwner")
        ) : (
          <Link className="u" to={paths.user(owner.id)}>
            {owner.name}
          </Link>
        )}
      </p>
    </Section>
  );
}
