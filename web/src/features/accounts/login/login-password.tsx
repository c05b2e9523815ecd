import { postAuth } from "@wrapsody/shared/accounts/accounts.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { useApiForm } from "../forms/checked-form.ts";
import { SubmitButton, usePrefilledEmail } from "../forms/entry-page.tsx";
import { fieldErrorText } from "../forms/error-messages.ts";
import { FormAlert, FormFailure } from "../forms/form-failure.tsx";
import { PasswordField } from "../forms/password-field.tsx";
import { PasskeyButton } from "../passkeys/passkey-button.tsx";
import { usePasskeySuggestions } from "../passkeys/use-passkey-login.ts";
import { SocialLogins } from "./login-networks.tsx";
import { type LoginReason, useLoginPurpose } from "./login-reason.ts";
import { useLogin } from "./use-login.ts";

type PasswordStepProps = {
  arrival: LoginReason | undefined;
  /** Entered before the code expired. */
  username: string | undefined;
  /** Continues with the MFA code. */
  codeSent(username: string, sessionToken: string): void;
};

/** First step of the login, and the only one without MFA. */
export function PasswordStep({ arrival, username, codeSent }: PasswordStepProps) {
  const { t } = useTranslation();
  const purpose = useLoginPurpose();
  return (
    <>
      <PasswordForm arrival={arrival} username={username} codeSent={codeSent} />
      <p className="entry-else small">
        {t("accounts.login.new")}{" "}
        <Link className="u b" to={paths.signUp({ for: purpose?.purpose })} state={{ about: purpose?.about }}>
          {t("accounts.login.signUp")}
        </Link>
      </p>
    </>
  );
}

function PasswordForm({ arrival, username, codeSent }: PasswordStepProps) {
  const { t } = useTranslation();
  const enter = useLogin();
  const { form, problems, failure, busy, submit, clearError, usable } = useApiForm({
    endpoint: postAuth,
    body: ({ username = "", password = "" }) => ({ username, password }),
    onSuccess: (answer, typed) =>
      "session_token" in answer ? codeSent(typed.username ?? "", answer.session_token) : enter(answer),
  });
  usePrefilledEmail(form);
  usePasskeySuggestions(enter);
  return (
    <>
      <LoginReasonNote arrival={failure === undefined ? arrival : undefined} />
      <SocialLogins />
      <form ref={form} className="entry-form" method="post" noValidate onSubmit={submit}>
        <FormFailure
          failure={failure}
          otherwise={failure?.code === "E0082" ? "accounts.login.suspended" : "accounts.login.failed"}
        />
        <Field
          label={t("accounts.login.username")}
          placeholder={t("accounts.login.usernameHint")}
          name="username"
          type="email"
          defaultValue={username}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          required
          problem={fieldErrorText(t, problems.username)}
          onChange={() => clearError("username")}
        />
        <PasswordField
          label={t("accounts.login.password")}
          name="password"
          autoComplete="current-password"
          required
          problem={fieldErrorText(t, problems.password)}
          onChange={() => clearError("password")}
        />
        <div className="entry-send">
          <SubmitButton usable={usable} busy={busy}>
            {t(busy ? "accounts.login.busy" : "accounts.login.submit")}
          </SubmitButton>
          <Link className="u small" to={paths.lostPassword}>
            {t("accounts.login.forgotPassword")}
          </Link>
        </div>
      </form>
      <PasskeyButton onSuccess={enter} />
    </>
  );
}

/** Shows why the reader was sent here, or the result of the previous page. */
function LoginReasonNote({ arrival }: { arrival: LoginReason | undefined }) {
  const { t } = useTranslation();
  if (arrival?.failure === true)
    return (
      <div className="entry-reason">
        <FormAlert text={t(arrival.key)} focus />
      </div>
    );
  return (
    <div className="entry-reason" role="status">
      {arrival === undefined ? null : <p className="entry-note small">{t(arrival.key)}</p>}
    </div>
  );
}
