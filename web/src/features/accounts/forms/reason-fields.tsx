import { useTranslation } from "react-i18next";
import type { FormDraft } from "../../../lib/drafts/use-form-draft.ts";
import { DialogCancel } from "../../../ui/feedback/dialog.tsx";
import { DraftNotice } from "../../../ui/forms/draft-notice.tsx";
import { TextArea } from "../../../ui/forms/field.tsx";
import type { useApiForm } from "./checked-form.ts";
import { fieldErrorText } from "./error-messages.ts";
import { FormFailure } from "./form-failure.tsx";

type ApiFormState = Pick<
  ReturnType<typeof useApiForm>,
  "form" | "problems" | "failure" | "busy" | "submit" | "clearError"
>;

type ReasonFieldsProps = {
  checked: ApiFormState;
  /** The stored draft of the form. */
  draft: FormDraft;
  /** Maximum length of the reason. */
  maxLength: number;
  /** Text key of a failure that belongs to no field. */
  otherwise: string;
  /**
   * `submit` labels the button, `busy` replaces it while the call is pending, `missing` is the error if the reason is
   * empty.
   */
  texts: { label: string; hint: string; submit: string; busy: string; missing?: string };
};

/** Dialog form of a call whose only input is a `reason`, with its submit button. */
export function ReasonFields({ checked, draft, maxLength, otherwise, texts }: ReasonFieldsProps) {
  const { t } = useTranslation();
  const { form, problems, failure, busy, submit, clearError } = checked;
  const isMissing = problems.reason === "Please say why.";
  return (
    <form ref={form} className="entry-form" method="post" noValidate onSubmit={submit}>
      <DraftNotice draft={draft} onDiscard={draft.discard} />
      <FormFailure failure={failure} otherwise={otherwise} />
      <TextArea
        key={draft.round}
        label={texts.label}
        name="reason"
        defaultValue={draft.values.reason}
        required
        maxLength={maxLength}
        hint={texts.hint}
        problem={(isMissing ? texts.missing : undefined) ?? fieldErrorText(t, problems.reason)}
        onChange={() => clearError("reason")}
      />
      <div className="dialog-end">
        <DialogCancel>{t("accounts.settings.cancel")}</DialogCancel>
        <button type="submit" className="btn solid" aria-disabled={busy || undefined}>
          {busy ? texts.busy : texts.submit}
        </button>
      </div>
    </form>
  );
}
