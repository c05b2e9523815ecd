import { getReport } from "@wrapsody/shared/operations/takedown.ts";
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
import { ReportedHead } from "./reported-head.tsx";
import { ReportRows } from "./reports.tsx";
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
      <ReportedHead report={report} />
      <div className="reported">
        <Notice report={report} />
        <DecisionForm report={report} />
        <div className="reported-rest">
          <Sender report={report} />
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
      </div>
    </>
  );
}

/** What an administrator decides about. */
function Notice({ report: { explanation, problem, location } }: { report: ReportDetail }) {
  const { t } = useTranslation();
  return (
    <div className="reported-notice">
      <Section title={t(`takedown.problem.${problem}`)}>
        <p className="reported-text">{explanation}</p>
        <p className="small dim reported-place">
          {t("takedown.field.location")}: {location}
        </p>
      </Section>
    </div>
  );
}

function Sender({ report }: { report: ReportDetail }) {
  const { t, i18n } = useTranslation();
  const { name, email, address, signature, work, created_at } = report;
  return (
    <Section title={t("takedown.detail.reporter")}>
      <p>
        {name ?? t("takedown.anonymous")}
        {email === null ? null : `, ${email}`}
        {address === null ? null : `, ${address}`}
      </p>
      <dl className="kv reported-facts small">
        {work === null ? null : <Fact name={t("takedown.field.work")}>{work}</Fact>}
        <Fact name={t("takedown.detail.received")}>{formatMoment(created_at, i18n.language)}</Fact>
        {signature === null ? null : <Fact name={t("takedown.field.signature")}>{signature}</Fact>}
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
      <dl className="kv reported-facts small">
        {things.map(({ kind, title, path, is_restricted }) => (
          <Fact key={kind} name={t(`takedown.kind.${kind}`)}>
            {is_restricted ? (
              <span className="row">
                {title} <span className="state bad">{t("takedown.state.RESTRICTED")}</span>
              </span>
            ) : (
              <Link className="u" to={path}>
                {title}
              </Link>
            )}
          </Fact>
        ))}
        <Fact name={t("takedown.detail.owner")}>
          {owner === null ? (
            t("takedown.detail.noOwner")
          ) : (
            <Link className="u" to={paths.user(owner.id)}>
              {owner.name}
            </Link>
          )}
        </Fact>
      </dl>
    </Section>
  );
}
