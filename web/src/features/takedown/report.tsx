import { reportedKinds } from "@wrapsody/shared/operations/takedown.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { textIn } from "../../lib/language/language.ts";
import { loadNamespaces } from "../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../lib/pages/meta.ts";
import { paths } from "../../paths.ts";
import { EmptyState, LoadingRows } from "../../ui/feedback/states.tsx";
import type { Route } from "./+types/report";
import { pageOfThing, type Reported } from "./page-of-thing.ts";
import { ReportForm } from "./report-form.tsx";
import { ReportedThing } from "./reported-thing.tsx";
import { SentReport } from "./sent-report.tsx";
import "./takedown.css";

export async function clientLoader() {
  await loadNamespaces("takedown", "draft");
  return null;
}
clientLoader.hydrate = true as const;

/** The server renders no content, because the texts are loaded by the browser. */
export function HydrateFallback() {
  return (
    <section className="sec">
      <LoadingRows />
    </section>
  );
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("shell.report"), language);
}

/** Reports something public as illegal or against the terms. Needs no account. */
export default function ReportPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const reported = parseReported(query);
  if (reported !== undefined) return <Report key={`${reported.kind} ${reported.id}`} reported={reported} />;
  return (
    <section className="sec">
      <h1 className="vh">{t("takedown.report.heading")}</h1>
      <EmptyState title={t("takedown.report.nothing")}>
        <Link className="u b" to={paths.wraps()}>
          {t("takedown.report.browse")}
        </Link>
      </EmptyState>
    </section>
  );
}

function parseReported(query: URLSearchParams): Reported | undefined {
  const kind = reportedKinds.find((known) => known === query.get("kind"));
  const id = query.get("id") ?? "";
  return kind === undefined || id === "" ? undefined : { kind, id };
}

function Report({ reported }: { reported: Reported }) {
  const { t } = useTranslation();
  const [sent, setSent] = useState<{ id: number; email: string }>();
  return (
    <div className="report">
      <header>
        <h1 className="display">{t("takedown.report.heading")}</h1>
        <p className="lead">{t("takedown.report.lead")}</p>
        <ReportedThing reported={reported} />
      </header>
      {sent === undefined ? (
        <ReportForm reported={reported} onSent={setSent} />
      ) : (
        <SentReport sent={sent} page={pageOfThing(reported)} />
      )}
    </div>
  );
}
