import { codeDigits, postAuthMfa, type SignedIn } from "@wrapsody/shared/accounts.ts";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../../../ui/forms/field.tsx";
import { useApiForm } from "../forms/checked-form.ts";
import { EntryPage, OutboxLink, SubmitButton, TextWithEmail } from "../forms/entry-page.tsx";
import { fieldErrorText } from "../forms/error-messages.ts";
import { FormFailure } from "../forms/form-failure.tsx";

/** Lifetime of the code on the server. */
const CODE_VALID_MINUTES = 10;

type CodeStepProps = {
  /** Recipient of the code; undefined if only the server knows it. */
  address: string | undefined;
  /** Pre-authentication token from S0007. */
  sessionToken: string;
  onSuccess(answer: SignedIn): void;
  /** Restarts the login. `expired`: because the code is no longer valid. */
  begin(options: { expired: boolean }): void;
};

/** Second step of the login: the code from the email. */
export function CodeStep({ address, sessionToken, onSuccess, begin }: CodeStepProps) {
  const { t } = useTranslation();
  const { form, problems, failure, busy, submit, clearError, usable } = useApiForm({
    endpoint: postAuthMfa,
    request: { sessionToken },
    // Emails group digits, and a copied code includes the spaces.
    body: ({ code = "" }) => ({ code: code.replace(/[\s-]/g, "") }),
    aboutField: { E0014: "code" },
    failed(error) {
      if (error.code !== "E0015") return false;
      begin({ expired: true });
      return true;
    },
    onSuccess,
  });
  const addressLabel = address === undefined ? t("accounts.code.yourAddress") : maskEmail(address);
  useEffect(() => form.current?.querySelector("input")?.focus(), [form]);
  return (
    <EntryPage
      heading={t("accounts.code.heading")}
      lead={
        <TextWithEmail
          address={addressLabel}
          text={t("accounts.code.lead", { address: addressLabel, minutes: CODE_VALID_MINUTES })}
        />
      }
    >
      <form ref={form} className="entry-form" method="post" noValidate onSubmit={submit}>
        <FormFailure failure={failure} otherwise="errors.unknown" />
        <Field
          label={t("accounts.code.label")}
          hint={t("accounts.code.hint", { digits: codeDigits })}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          required
          problem={fieldErrorText(t, problems.code)}
          onChange={() => clearError("code")}
        />
        <div className="entry-send">
          <SubmitButton usable={usable} busy={busy}>
            {t(busy ? "accounts.login.busy" : "accounts.login.submit")}
          </SubmitButton>
          <button type="button" className="u small" onClick={() => begin({ expired: false })}>
            {t("accounts.code.again")}
          </button>
        </div>
        <OutboxLink />
      </form>
    </EntryPage>
  );
}

/** Returns `f…@wrapsody.example`: the owner recognizes it, an onlooker does not learn it. */
function maskEmail(address: string): string {
  return address.trim().replace(/^(.)[^@]*(?=@)/, "$1…");
}
