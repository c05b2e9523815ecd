import { postUser } from "@wrapsody/shared/accounts.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { paths } from "../../../paths.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { useApiForm } from "../forms/checked-form.ts";
import { CheckInbox, EntryPage, SubmitButton } from "../forms/entry-page.tsx";
import { fieldErrorText, passwordRule } from "../forms/error-messages.ts";
import { FormFailure } from "../forms/form-failure.tsx";
import { PasswordField } from "../forms/password-field.tsx";
import type { Route } from "./+types/sign-up";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.signUp.title"), language);
}

export default function SignUpPage() {
  const { t } = useTranslation();
  const [address, setAddress] = useState<string>();
  return (
    <EntryPage heading={t("accounts.signUp.heading")} lead={t("accounts.signUp.lead")}>
      {address === undefined ? (
        <SignUpForm registered={setAddress} />
      ) : (
        <CheckInbox
          title={t("accounts.signUp.registered")}
          text={t("accounts.signUp.sent", { address })}
          address={address}
          login={{ to: paths.login({ done: "registered" }), label: t("accounts.login.submit") }}
          restart={() => setAddress(undefined)}
        />
      )}
    </EntryPage>
  );
}

function SignUpForm({ registered }: { registered(address: string): void }) {
  const { t } = useTranslation();
  const { form, problems, failure, busy, submit, clearError, usable } = useApiForm({
    endpoint: postUser,
    body: ({ email = "", name = "", pw = "", pwconfirm = "" }) => ({ email, name, pw, pwconfirm }),
    onSuccess: (_, { email = "" }) => registered(email.trim()),
  });
  const password = { autoComplete: "new-password", required: true } as const;
  return (
    <form ref={form} className="entry-form" method="post" noValidate onSubmit={submit}>
      <FormFailure failure={failure} otherwise="errors.unknown" />
      <Field
        label={t("accounts.signUp.email")}
        hint={t("accounts.signUp.emailHint")}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        problem={fieldErrorText(t, problems.email)}
        onChange={() => clearError("email")}
      />
      <Field
        label={t("accounts.signUp.name")}
        hint={t("accounts.signUp.nameHint")}
        name="name"
        autoComplete="name"
        required
        problem={fieldErrorText(t, problems.name)}
        onChange={() => clearError("name")}
      />
      <PasswordField
        {...password}
        label={t("accounts.signUp.password")}
        hint={passwordRule(t)}
        name="pw"
        problem={fieldErrorText(t, problems.pw)}
        onChange={() => clearError("pw")}
      />
      <PasswordField
        {...password}
        label={t("accounts.repeat")}
        name="pwconfirm"
        problem={fieldErrorText(t, problems.pwconfirm)}
        onChange={() => clearError("pwconfirm")}
      />
      <SubmitButton usable={usable} busy={busy}>
        {t(busy ? "accounts.signUp.busy" : "accounts.signUp.submit")}
      </SubmitButton>
      <p className="entry-else small">
        {t("accounts.signUp.known")}{" "}
        <Link className="u b" to={paths.login()}>
          {t("accounts.login.submit")}
        </Link>
      </p>
    </form>
  );
}
