import {
  postReport,
  type ReportProblem,
  reportProblems,
  takedownLimits,
} from "@wrapsody/shared/operations/takedown.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { newIdempotencyKey } from "../../lib/api/idempotency-key.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { validate } from "../../lib/forms/validate.ts";
import { DraftNotice } from "../../ui/forms/draft-notice.tsx";
import { Field, SelectField, TextArea } from "../../ui/forms/field.tsx";
import { FormFailure, fieldErrorText, useApiForm } from "../accounts/index.ts";
import { pageOfThing, type Reported } from "./page-of-thing.ts";
import { Statement } from "./statement.tsx";

type Props = { reported: Reported; onSent(sent: { id: number; email: string }): void };

/** The form of a report. Asks for a copyright notice's further fields only if the problem is copyright. */
export function ReportForm({ reported, onSent }: Props) {
  const { t } = useTranslation();
  const { kind, id } = reported;
  const [problem, setProblem] = useState<ReportProblem>();
  const key = useReportKey();
  const { form, problems, failure, busy, submit, clearError, usable } = useApiForm({
    endpoint: postReport,
    // Read when the request is sent, after `body`.
    request: {
      get key() {
        return key.read();
      },
    },
    body: async (fields) => key.keep(await validate(postReport.body, { ...toReport(fields), kind, id })),
    onSuccess(answer, { email = "" }) {
      draft.finish();
      onSent({ id: answer.id, email: email.trim() });
    },
  });
  const draft = useFormDraft(`report-${kind}-${id}`, form);
  const chosen = problem ?? reportProblems.find((known) => known === draft.values.problem);
  const field = (name: string) => ({
    name,
    defaultValue: draft.values[name],
    problem: fieldErrorText(t, problems[name]),
    onChange: () => clearError(name),
  });
  const statement = (name: string) => ({
    name,
    problem: fieldErrorText(t, problems[name]),
    onChange: () => clearError(name),
  });
  return (
    <form ref={form} className="report-form" method="post" noValidate onSubmit={submit}>
      <DraftNotice
        draft={draft}
        onDiscard={() => {
          setProblem(undefined);
          draft.discard();
        }}
      />
      <FormFailure
        failure={failure}
        otherwise={failure?.status === 404 ? "takedown.report.gone" : "errors.unknown"}
      />
      <div key={draft.round} className="report-fields">
        <SelectField
          label={t("takedown.field.problem")}
          name="problem"
          required
          value={chosen ?? ""}
          problem={fieldErrorText(t, problems.problem)}
          onChange={({ currentTarget }) => {
            setProblem(reportProblems.find((known) => known === currentTarget.value));
            clearError("problem");
          }}
        >
          <option value="">{t("takedown.field.choose")}</option>
          {reportProblems.map((value) => (
            <option key={value} value={value}>
              {t(`takedown.problem.${value}`)}
            </option>
          ))}
        </SelectField>
        <TextArea
          {...field("explanation")}
          label={t("takedown.field.explanation")}
          hint={t("takedown.field.explanationHint")}
          required
          rows={5}
          maxLength={takedownLimits.text}
        />
        <Field
          {...field("location")}
          label={t("takedown.field.location")}
          hint={t("takedown.field.locationHint")}
          defaultValue={draft.values.location ?? `${window.location.origin}${pageOfThing(reported)}`}
          required
          maxLength={takedownLimits.line}
        />
        {chosen === "copyright" ? <CopyrightFields field={field} /> : null}
        <ContactFields field={field} isAnonymous={chosen === "child_abuse"} />
        <Statement {...statement("good_faith")} text={t("takedown.statement.goodFaith")} />
        {chosen === "copyright" ? (
          <>
            <Statement {...statement("authorized")} text={t("takedown.statement.authorized")} />
            <Field
              {...field("signature")}
              label={t("takedown.field.signature")}
              hint={t("takedown.field.signatureHint")}
              required
              maxLength={takedownLimits.name}
            />
          </>
        ) : null}
      </div>
      <p className="small dim">{t("takedown.report.period")}</p>
      <button type="submit" className="btn go" disabled={!usable} aria-disabled={busy || undefined}>
        {t(busy ? "takedown.report.busy" : "takedown.report.send")}
        <ArrowRight className="i" aria-hidden="true" />
      </button>
    </form>
  );
}

/** Returns what a field has besides its label. */
type FieldOf = (name: string) => {
  name: string;
  defaultValue: string | undefined;
  problem: string | undefined;
  onChange(): void;
};

function CopyrightFields({ field }: { field: FieldOf }) {
  const { t } = useTranslation();
  return (
    <>
      <TextArea
        {...field("work")}
        label={t("takedown.field.work")}
        hint={t("takedown.field.workHint")}
        required
        maxLength={takedownLimits.text}
      />
      <Field
        {...field("address")}
        label={t("takedown.field.address")}
        hint={t("takedown.field.addressHint")}
        autoComplete="street-address"
        required
        maxLength={takedownLimits.line}
      />
    </>
  );
}

function ContactFields({ field, isAnonymous }: { field: FieldOf; isAnonymous: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {isAnonymous ? <p className="small">{t("takedown.field.anonymous")}</p> : null}
      <Field
        {...field("name")}
        label={t("takedown.field.name")}
        autoComplete="name"
        required={!isAnonymous}
        maxLength={takedownLimits.name}
      />
      <Field
        {...field("email")}
        label={t("takedown.field.email")}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required={!isAnonymous}
      />
    </>
  );
}

/** Builds the report from the fields; the schema checks it. */
function toReport({ problem, good_faith, authorized, ...texts }: Record<string, string>) {
  return {
    ...texts,
    problem,
    good_faith: good_faith === "true",
    authorized: authorized === "true",
  };
}

/** Keeps the idempotency key until the content changes, so that a retry after a lost response stores one report. */
function useReportKey() {
  const latest = useRef({ sent: "", key: "" });
  return {
    keep<Body>(body: Body): Body {
      const sent = JSON.stringify(body);
      if (latest.current.sent !== sent) latest.current = { sent, key: newIdempotencyKey() };
      return body;
    },
    read: () => latest.current.key,
  };
}
