import { takedownLimits } from "@wrapsody/shared/operations/takedown.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import type { FormDraft } from "../../lib/drafts/use-form-draft.ts";
import { DraftNotice } from "../../ui/forms/draft-notice.tsx";
import { Field, TextArea } from "../../ui/forms/field.tsx";
import { FormFailure, fieldErrorText, type useApiForm } from "../accounts/index.ts";
import { Statement } from "./statement.tsx";

type ApiFormState = Pick<
  ReturnType<typeof useApiForm>,
  "form" | "problems" | "failure" | "busy" | "submit" | "clearError"
>;

/** Builds the body of a counter-notice from the fields. */
export const contestOf = ({
  statement = "",
  address = "",
  signature = "",
  consent,
}: Record<string, string>) => ({
  statement,
  address,
  signature,
  consent: (consent === "true") as true,
});

type Props = {
  /** The key of the texts: a restriction or a suspension. */
  about: "contest" | "contestSuspension";
  checked: ApiFormState;
  draft: FormDraft;
};

/** The form of a counter-notice. */
export function ContestFields({ about, checked, draft }: Props) {
  const { t } = useTranslation();
  const { form, problems, failure, busy, submit, clearError } = checked;
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
          label={t(`takedown.${about}.statement`)}
          hint={t(`takedown.${about}.statementHint`)}
          rows={5}
          maxLength={takedownLimits.text}
        />
        <Field
          {...field("address")}
          label={t(`takedown.${about}.address`)}
          hint={t(`takedown.${about}.addressHint`)}
          autoComplete="street-address"
          maxLength={takedownLimits.line}
        />
        <Statement
          name="consent"
          text={t(`takedown.${about}.consent`)}
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
