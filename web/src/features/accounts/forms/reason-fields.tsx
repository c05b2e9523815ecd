import { useTranslation } from "react-i18next";
import { DialogCancel } from "../../../ui/feedback/dialog.tsx";
import { TextArea } from "../../../ui/forms/field.tsx";
import type { useApiForm } from "./checked-form.ts";
import { fieldErrorText } from "./error-messages.ts";
import { FormFailure } from "./form-failure.tsx";

type ApiFormState = Pick<
  ReturnType<typeof useApiForm>,
  "form" | "problems" | "failure" | "busy" | "submit" | "forgive"
>;

type ReasonFieldsProps = {
  checked: ApiFormState;
  /** Maximum length of the reason. */
  maxLength: number;
  /** The key of the text for a failure that is about none of the fields. */
  otherwise: string;
  /** `act` stands on the button that does it, `busy` as long as that is under way, `missing` where no reason was given. */
  texts: { label: string; hint: string; submit: string; busy: string; missing?: string };
};

/** In a dialog, the form of a call that takes a `reason` and nothing else, and the button that does it. */
export function ReasonFields({ checked, maxLength, otherwise, texts }: ReasonFieldsProps) {
  const { t } = useTranslation();
  const { form, problems, failure, busy, submit, forgive } = checked;
  const isMissing = problems.reason === "Please say why.";
  return (
    <form ref={form} className="entry-form" method="post" noValidate onSubmit={submit}>
      <FormFailure failure={failure} otherwise={otherwise} />
      <TextArea
        label={texts.label}
        name="reason"
        required
        maxLength={maxLength}
        hint={texts.hint}
        problem={(isMissing ? texts.missing : undefined) ?? fieldErrorText(t, problems.reason)}
        onChange={() => forgive("reason")}
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
