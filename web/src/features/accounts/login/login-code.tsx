import { useMutation } from "@tanstack/react-query";
import {
  CODE_RESEND_S,
  codeDigits,
  postAuthMfa,
  postAuthMfaResend,
  type SignedIn,
} from "@wrapsody/shared/accounts/accounts.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { useApiForm } from "../forms/checked-form.ts";
import { EntryPage, OutboxLink, SubmitButton, TextWithEmail } from "../forms/entry-page.tsx";
import { failureKey, fieldErrorText } from "../forms/error-messages.ts";
import { FormFailure } from "../forms/form-failure.tsx";
import { PasskeyButton } from "../passkeys/passkey-button.tsx";

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
export function CodeStep({ address, sessionToken: firstToken, onSuccess, begin }: CodeStepProps) {
  const { t } = useTranslation();
  // A code that is sent again belongs to a new token.
  const [sessionToken, setSessionToken] = useState(firstToken);
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
        <SendAgain
          sessionToken={sessionToken}
          sent={setSessionToken}
          expired={() => begin({ expired: true })}
        />
        <OutboxLink />
      </form>
      <PasskeyButton codeToken={sessionToken} onSuccess={onSuccess} />
    </EntryPage>
  );
}

type SendAgainProps = { sessionToken: string; sent(sessionToken: string): void; expired(): void };

/** Sends another code, once the countdown since the last one has ended. */
function SendAgain({ sessionToken, sent, expired }: SendAgainProps) {
  const { t } = useTranslation();
  const { seconds, restart } = useCountdown(CODE_RESEND_S);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => apiFetch(postAuthMfaResend, { sessionToken }),
    onSuccess: ({ session_token }) => sent(session_token),
    onError(failed) {
      if (failed instanceof ApiError && failed.code === "E0015") expired();
    },
    onSettled: restart,
    gcTime: 0,
  });
  const isWaiting = seconds > 0 || isPending;
  return (
    <div className="entry-again">
      <button
        type="button"
        className="u small"
        aria-disabled={isWaiting || undefined}
        onClick={() => {
          if (!isWaiting) mutate();
        }}
      >
        {t(seconds > 0 ? "accounts.code.resendIn" : "accounts.code.resend", { seconds })}
      </button>
      <p className="small dim" role="status">
        {isSuccess ? t("accounts.code.resent") : ""}
      </p>
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(error instanceof ApiError ? failureKey(error, "errors.unknown") : "errors.unknown")}
        </p>
      )}
    </div>
  );
}

/** Counts seconds down to 0. The clock decides, because browsers slow timers of hidden tabs down. */
function useCountdown(from: number): { seconds: number; restart(): void } {
  const [start, setStart] = useState(() => Date.now());
  const [now, setNow] = useState(start);
  const seconds = Math.max(0, Math.ceil(from - (now - start) / 1000));
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  const restart = () => {
    setStart(Date.now());
    setNow(Date.now());
  };
  return { seconds, restart };
}

/** Returns `f…@wrapsody.example`: the owner recognizes it, an onlooker does not learn it. */
function maskEmail(address: string): string {
  return address.trim().replace(/^(.)[^@]*(?=@)/, "$1…");
}
