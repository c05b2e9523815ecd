import {
  type ClaimQuestion,
  questionLimits,
  questionProblems,
} from "@wrapsody/shared/rewards/claim-questions.ts";
import { type Claim, postClaim } from "@wrapsody/shared/rewards/claims.ts";
import type { TFunction } from "i18next";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormDraft } from "../../../lib/drafts/use-form-draft.ts";
import { Dialog, DialogCancel } from "../../../ui/feedback/dialog.tsx";
import { DraftNotice } from "../../../ui/forms/draft-notice.tsx";
import { Field, SelectField, TextArea } from "../../../ui/forms/field.tsx";
import { FormAlert, useApiForm } from "../../accounts/index.ts";

type FormProps = {
  params: { id: string; rewardId: string };
  questions: readonly ClaimQuestion[];
  errorText: (error: Error) => string;
  onClaimed: (claim: Claim) => Promise<void>;
  onFailed: (error: Error) => Promise<void>;
};

type Props = FormProps & { label: ReactNode; className: string; title: string; terms: ReactNode };

/** The button that claims a level with questions, and their dialog. */
export function RedeemWithAnswers({ label, className, title, terms, ...form }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={className}>
          {label}
        </button>
      }
      title={title}
      text={
        <>
          {terms}
          <p>{t("claims.questions.kept")}</p>
        </>
      }
    >
      <AnswerForm {...form} />
    </Dialog>
  );
}

function AnswerForm({ params, questions, errorText, onClaimed, onFailed }: FormProps) {
  const { t } = useTranslation();
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: postClaim,
    request: { params },
    body: (fields) => ({
      answers: Object.fromEntries(questions.map((_, at) => [String(at), fields[`answers.${at}`] ?? ""])),
    }),
    failed(error) {
      void onFailed(error);
      return false;
    },
    onSuccess(claim) {
      draft.finish();
      void onClaimed(claim);
    },
  });
  const draft = useFormDraft(`redeem-${params.rewardId}`, form);
  return (
    <form ref={form} className="entry-form claim-questions" method="post" noValidate onSubmit={submit}>
      <DraftNotice draft={draft} onDiscard={draft.discard} />
      {failure === undefined ? null : <FormAlert text={errorText(failure)} />}
      {questions.map((question, at) => {
        const name = `answers.${at}`;
        return (
          <Question
            // biome-ignore lint/suspicious/noArrayIndexKey: the questions of a level never change
            key={`${at} ${draft.round}`}
            question={question}
            name={name}
            typed={draft.values[name]}
            problem={answerErrorText(t, problems[name])}
            onChange={() => clearError(name)}
          />
        );
      })}
      <div className="dialog-end">
        <DialogCancel>{t("accounts.settings.cancel")}</DialogCancel>
        <button type="submit" className="btn solid" aria-disabled={busy || undefined}>
          {t(busy ? "claims.questions.busy" : "claims.redeem")}
        </button>
      </div>
    </form>
  );
}

type QuestionProps = {
  question: ClaimQuestion;
  name: string;
  typed: string | undefined;
  problem: string | undefined;
  onChange: () => void;
};

function Question({ question: { label, kind, choices, is_required }, name, typed, ...field }: QuestionProps) {
  const { t } = useTranslation();
  const attributes = {
    ...field,
    name,
    label: is_required ? label : t("claims.questions.optional", { label }),
    required: is_required,
    defaultValue: typed ?? "",
  };
  if (kind === "CHOICE")
    return (
      <SelectField {...attributes}>
        <option value="">{t("claims.questions.choose")}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </SelectField>
    );
  if (kind === "ADDRESS")
    return <TextArea {...attributes} maxLength={questionLimits.answer} autoComplete="street-address" />;
  return <Field {...attributes} maxLength={questionLimits.answer} />;
}

const problemKeys: Readonly<Record<string, string>> = {
  [questionProblems.noAnswer]: "noAnswer",
  [questionProblems.noChoice]: "noChoice",
  [questionProblems.tooLong]: "tooLong",
};

function answerErrorText(t: TFunction, problem: string | undefined): string | undefined {
  const key = problemKeys[problem ?? ""];
  return key === undefined ? problem : t(`claims.questions.problem.${key}`);
}
