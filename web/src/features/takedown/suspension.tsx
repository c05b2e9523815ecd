import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  getSuspension,
  postSuspensionContest,
  type Suspension,
} from "@wrapsody/shared/operations/suspensions.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { isNotFound } from "../../lib/api/api-fetch.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { textIn } from "../../lib/language/language.ts";
import { loadNamespaces } from "../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../lib/pages/meta.ts";
import { queryOf } from "../../lib/pages/page-data.ts";
import { paths } from "../../paths.ts";
import { EmptyState, LoadingRows } from "../../ui/feedback/states.tsx";
import { formatMoment } from "../../ui/format/local-time.ts";
import { noReferrer, QueryState, useApiForm, useQueryRemoval } from "../accounts/index.ts";
import type { Route } from "./+types/suspension";
import { ContestFields, contestOf } from "./contest-fields.tsx";
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
  return titleOnly(textIn(language)("accounts.suspension"), language);
}

export function headers() {
  return noReferrer;
}

/** The suspension of an account, for its owner, who cannot log in: a mail links here. */
export default function SuspensionPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const [code] = useState(query.get("code") ?? "");
  useQueryRemoval();
  const { data, error, refetch } = useQuery({
    ...queryOf(getSuspension, { params: { code } }),
    enabled: code !== "",
    retry: false,
  });
  if (data !== undefined) return <Suspended code={code} suspension={data} />;
  return (
    <section className="sec">
      <h1 className="vh">{t("takedown.suspended.title")}</h1>
      {code === "" || isNotFound(error) ? (
        <EmptyState title={t("takedown.suspended.missing")}>
          <p>{t("takedown.suspended.missingText")}</p>
        </EmptyState>
      ) : (
        <QueryState error={error} refetch={refetch} />
      )}
    </section>
  );
}

function Suspended({ code, suspension }: { code: string; suspension: Suspension }) {
  const { t, i18n } = useTranslation();
  const { ground, basis, reason, since, contested_at, ended_at, end_reason } = suspension;
  const moment = (iso: string) => formatMoment(iso, i18n.language);
  return (
    <div className="report">
      <header>
        <h1 className="title">
          {t(ended_at === null ? "takedown.suspended.title" : "takedown.suspended.ended")}
        </h1>
        <p className="lead">
          {t(ended_at === null ? "takedown.suspended.text" : "takedown.suspended.endedText")}
        </p>
        <p className="small dim">
          {t("takedown.suspended.data")}{" "}
          <Link className="u" to={paths.terms}>
            {t("takedown.suspended.operator")}
          </Link>
        </p>
      </header>
      <div className="suspended">
        <p className="reported-text b">{reason}</p>
        <p className="small">
          {t(`takedown.ground.${ground}`)}: {basis}. {t("takedown.own.since", { when: moment(since) })}
        </p>
        {contested_at === null ? null : <OwnContest suspension={suspension} />}
        {ended_at === null ? (
          <>
            <p className="small dim">{t("takedown.own.redress")}</p>
            {contested_at === null ? <Contest code={code} /> : null}
          </>
        ) : (
          <p>
            {t("takedown.suspended.endReason", { when: moment(ended_at) })} {end_reason}
          </p>
        )}
      </div>
    </div>
  );
}

function OwnContest({ suspension }: { suspension: Suspension }) {
  const { t, i18n } = useTranslation();
  const { contested_at, contest_statement, kept_at, kept_reason, ended_at } = suspension;
  const moment = (iso: string) => formatMoment(iso, i18n.language);
  return (
    <blockquote className="contest">
      <p className="small b" role="status">
        {t("takedown.own.contested", { when: moment(contested_at ?? "") })}
      </p>
      <p className="reported-text">{contest_statement}</p>
      {ended_at !== null ? null : (
        <p className="small">
          {kept_at === null
            ? t("takedown.own.waiting")
            : `${t("takedown.suspended.kept", { when: moment(kept_at) })} ${kept_reason ?? ""}`}
        </p>
      )}
    </blockquote>
  );
}

/** The counter-notice, behind a button. */
function Contest({ code }: { code: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (open) return <ContestForm code={code} />;
  return (
    <button type="button" className="btn" onClick={() => setOpen(true)}>
      {t("takedown.contest.open")} <ArrowRight className="i" aria-hidden="true" />
    </button>
  );
}

function ContestForm({ code }: { code: string }) {
  const client = useQueryClient();
  const checked = useApiForm({
    endpoint: postSuspensionContest,
    request: { params: { code } },
    body: contestOf,
    onSuccess() {
      draft.finish();
      void client.invalidateQueries({ queryKey: [`${getSuspension.method} ${getSuspension.path}`] });
    },
  });
  const draft = useFormDraft("contest-suspension", checked.form);
  return <ContestFields about="contestSuspension" checked={checked} draft={draft} />;
}
