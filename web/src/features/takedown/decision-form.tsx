import {
  postReportDecision,
  reportedKinds,
  restrictionGrounds,
  takedownLimits,
} from "@wrapsody/shared/operations/takedown.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "../../lib/api/api-fetch.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { paths } from "../../paths.ts";
import { formatMoment } from "../../ui/format/local-time.ts";
import { DraftNotice } from "../../ui/forms/draft-notice.tsx";
import { Field, SelectField, TextArea } from "../../ui/forms/field.tsx";
import { RadioGroup } from "../../ui/forms/radio-group.tsx";
import { errorKey, FormAlert, fieldErrorText, useApiForm } from "../accounts/index.ts";
import { type ReportDetail, useTakedownChanged } from "./report-detail.ts";

const decisions = ["NO_ACTION", "RESTRICT"] as const;
type Decision = (typeof decisions)[number];

/** The decision about a report, or the form to decide it. */
export function DecisionForm({ report }: { report: ReportDetail }) {
  const { t } = useTranslation();
  return (
    <section className="reported-decision" aria-labelledby="decision">
      <h2 id="decision" className="head">
        {t("takedown.decide.title")}
      </h2>
      {report.state === "OPEN" ? <Decide report={report} /> : <Decided report={report} />}
    </section>
  );
}

function Decided({ report: { state, comment, decided_by, decided_at } }: { report: ReportDetail }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <p role="status">{t(`takedown.decide.decided.${state}`)}</p>
      {comment === null ? null : <p className="reported-text">{comment}</p>}
      <p className="small dim">
        {decided_by ?? t("takedown.decide.formerAdministrator")}
        {decided_at === null ? null : `, ${formatMoment(decided_at, i18n.language)}`}
      </p>
    </>
  );
}

function Decide({ report }: { report: ReportDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const changed = useTakedownChanged();
  const [decision, setDecision] = useState<Decision>();
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: postReportDecision,
    request: { params: { id: report.id } },
    body: ({ reason = "", kind, ground, basis = "" }) => ({
      decision: decision as Decision,
      reason,
      ...(decision === "RESTRICT"
        ? {
            kind: reportedKinds.find((known) => known === kind),
            ground: restrictionGrounds.find((known) => known === ground),
            basis,
          }
        : {}),
    }),
    // Another administrator decided first, so the page shows their decision.
    failed(error) {
      const isDecided = error instanceof ApiError && error.code === "E0005";
      if (isDecided) changed();
      return isDecided;
    },
    onSuccess() {
      draft.finish();
      changed();
      const decided = t(`takedown.decide.message.${decision}`, { name: report.title });
      void navigate(paths.reports(), { state: { decided } });
    },
  });
  const draft = useFormDraft(`report-decision-${report.id}`, form);
  const error = (name: string) => fieldErrorText(t, problems[name]);
  return (
    <form ref={form} className="report-form" method="post" noValidate onSubmit={submit}>
      <DraftNotice draft={draft} onDiscard={draft.discard} />
      {failure === undefined ? null : <FormAlert text={t(errorKey(failure))} />}
      <RadioGroup<Decision>
        label={t("takedown.decide.choice")}
        name="decision"
        options={decisions.map((value) => ({
          value,
          name: t(`takedown.decide.${value}.name`),
          text: t(`takedown.decide.${value}.text`),
          off: value === "RESTRICT" && report.things.length === 0,
        }))}
        initial={undefined}
        problem={error("decision")}
        onChange={(value) => {
          setDecision(value);
          clearError("decision");
        }}
      />
      <div key={draft.round} className="report-fields">
        {decision === "RESTRICT" ? (
          <RestrictionFields report={report} draft={draft.values} error={error} clearError={clearError} />
        ) : null}
        <TextArea
          label={t(decision === "RESTRICT" ? "takedown.decide.facts" : "takedown.decide.reason")}
          name="reason"
          defaultValue={draft.values.reason}
          hint={t(decision === "RESTRICT" ? "takedown.decide.factsHint" : "takedown.decide.reasonHint")}
          required
          rows={4}
          maxLength={takedownLimits.text}
          problem={error("reason")}
          onChange={() => clearError("reason")}
        />
      </div>
      <button type="submit" className="btn go" aria-disabled={busy || undefined}>
        {t("takedown.decide.send")} <ArrowRight className="i" aria-hidden="true" />
      </button>
    </form>
  );
}

type FieldsProps = {
  report: ReportDetail;
  draft: Readonly<Record<string, string>>;
  error(name: string): string | undefined;
  clearError(name: string): void;
};

/** Restricted thing and the ground of the restriction. */
function RestrictionFields({ report, draft, error, clearError }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <SelectField
        label={t("takedown.decide.what")}
        name="kind"
        defaultValue={draft.kind ?? report.kind}
        problem={error("kind")}
        onChange={() => clearError("kind")}
      >
        {report.things.map(({ kind, title }) => (
          <option key={kind} value={kind}>
            {t("takedown.decide.thing", { kind: t(`takedown.kind.${kind}`), title })}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t("takedown.decide.ground")}
        name="ground"
        defaultValue={draft.ground ?? ""}
        problem={error("ground")}
        onChange={() => clearError("ground")}
      >
        <option value="">{t("takedown.field.choose")}</option>
        {restrictionGrounds.map((ground) => (
          <option key={ground} value={ground}>
            {t(`takedown.ground.${ground}`)}
          </option>
        ))}
      </SelectField>
      <Field
        label={t("takedown.decide.basis")}
        name="basis"
        defaultValue={draft.basis}
        hint={t("takedown.decide.basisHint")}
        required
        maxLength={takedownLimits.line}
        problem={error("basis")}
        onChange={() => clearError("basis")}
      />
    </>
  );
}
