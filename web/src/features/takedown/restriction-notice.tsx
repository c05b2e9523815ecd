import { useQueryClient } from "@tanstack/react-query";
import {
  getMyRestrictions,
  postContest,
  type ReportedKind,
  type Restriction,
  takedownLimits,
} from "@wrapsody/shared/takedown.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { formatMoment } from "../../ui/format/local-time.ts";
import { DraftNotice } from "../../ui/forms/draft-notice.tsx";
import { Field, TextArea } from "../../ui/forms/field.tsx";
import { FormFailure, fieldErrorText, QueryState, useApiForm, useAuthedQuery } from "../accounts/index.ts";
import { Statement } from "./statement.tsx";
import "./takedown.css";

type Thing = { kind: ReportedKind; target: string | number };

/** The restrictions in force of something that the reader owns, with the reasons and the counter-notice. */
export default function RestrictionNotice({ things }: { things: readonly Thing[] }) {
  const { data, error, refetch } = useAuthedQuery(getMyRestrictions);
  if (data === undefined) return error === null ? null : <QueryState error={error} refetch={refetch} />;
  const isConcerned = ({ kind, target }: Restriction) =>
    things.some((thing) => thing.kind === kind && String(thing.target) === target);
  return data.data
    .filter(isConcerned)
    .map((restriction) => <Reasons key={restriction.id} restriction={restriction} />);
}

function Reasons({ restriction }: { restriction: Restriction }) {
  const { t, i18n } = useTranslation();
  const { id, kind, title, ground, basis, reason, since, contested_at, contest_statement } = restriction;
  const moment = (iso: string) => formatMoment(iso, i18n.language);
  return (
    <section className="restricted" aria-labelledby={`restricted-${id}`}>
      <h2 id={`restricted-${id}`} className="head">
        {t("takedown.own.title", { kind: t(`takedown.kind.${kind}`), title })}
      </h2>
      <p>{t("takedown.own.text")}</p>
      <p className="reported-text b">{reason}</p>
      <p className="small">
        {t(`takedown.ground.${ground}`)}: {basis}. {t("takedown.own.since", { when: moment(since) })}
      </p>
      <p className="small dim">{t("takedown.own.redress")}</p>
      {contested_at === null ? (
        <Contest id={id} />
      ) : (
        <blockquote className="contest">
          <p className="small b">{t("takedown.own.contested", { when: moment(contested_at) })}</p>
          <p className="reported-text">{contest_statement}</p>
          <p className="small">
            {restriction.kept_at === null
              ? t("takedown.own.waiting")
              : `${t("takedown.own.kept", { when: moment(restriction.kept_at) })} ${restriction.kept_reason ?? ""}`}
          </p>
        </blockquote>
      )}
    </section>
  );
}

/** The counter-notice, behind a button. */
function Contest({ id }: { id: number }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (open) return <ContestForm id={id} />;
  return (
    <button type="button" className="btn" onClick={() => setOpen(true)}>
      {t("takedown.contest.open")} <ArrowRight className="i" aria-hidden="true" />
    </button>
  );
}

function ContestForm({ id }: { id: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: postContest,
    request: { params: { id } },
    body: ({ statement = "", address = "", signature = "", consent }) => ({
      statement,
      address,
      signature,
      consent: (consent === "true") as true,
    }),
    onSuccess() {
      draft.finish();
      void client.invalidateQueries({ queryKey: [`${getMyRestrictions.method} ${getMyRestrictions.path}`] });
    },
  });
  const draft = useFormDraft(`contest-${id}`, form);
  const field = (name: string) => ({
    name,
    required: true,
    defaultValue: draft.values[name],
    problem: fieldErrorText(t, problems[name]),
    onChange: () => clearError(name),
  });
  return (
    <form ref={form} className="report-form" method="post" noValidate onSubmit={submit}>
      <DraftNotice draft={draft} onDiscard={draft.discard} />
      <FormFailure
        failure={failure}
        otherwise={failure?.code === "E0005" ? "takedown.restriction.changed" : "errors.unknown"}
      />
      <div key={draft.round} className="report-fields">
        <TextArea
          {...field("statement")}
          autoFocus
          label={t("takedown.contest.statement")}
          hint={t("takedown.contest.statementHint")}
          rows={5}
          maxLength={takedownLimits.text}
        />
        <Field
          {...field("address")}
          label={t("takedown.contest.address")}
          hint={t("takedown.contest.addressHint")}
          autoComplete="street-address"
          maxLength={takedownLimits.line}
        />
        <Statement
          name="consent"
          text={t("takedown.contest.consent")}
          problem={fieldErrorText(t, problems.consent)}
          onChange={() => clearError("consent")}
        />
        <Field
          {...field("signature")}
          label={t("takedown.field.signature")}
          hint={t("takedown.field.signatureHint")}
          autoComplete="name"
          maxLength={takedownLimits.name}
        />
      </div>
      <button type="submit" className="btn solid" aria-disabled={busy || undefined}>
        {t(busy ? "takedown.report.busy" : "takedown.contest.send")}{" "}
        <ArrowRight className="i" aria-hidden="true" />
      </button>
    </form>
  );
}
