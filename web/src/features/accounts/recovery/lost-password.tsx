import { postPasswordReset } from "@wrapsody/shared/accounts/accounts.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { paths } from "../../../paths.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { useApiForm } from "../forms/checked-form.ts";
import { CheckInbox, EntryPage, SubmitButton, usePrefilledEmail } from "../forms/entry-page.tsx";
import { fieldErrorText } from "../forms/error-messages.ts";
import { FormFailure } from "../forms/form-failure.tsx";
import type { Route } from "./+types/lost-password";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.recovery.title"), language);
}

export default function LostPasswordPage() {
  const { t } = useTranslation();
  const [address, setAddress] = useState<string>();
  return (
    <EntryPage heading={t("accounts.recovery.heading")} lead={t("accounts.recovery.lead")}>
      {address === undefined ? (
        <LostPasswordForm onSent={setAddress} />
      ) : (
        <CheckInbox
          title={t("accounts.recovery.requested")}
          text={t("accounts.recovery.sent", { address })}
          address={address}
          login={{ to: paths.login(), label: t("accounts.backToLogin") }}
          restart={() => setAddress(undefined)}
        />
      )}
    </EntryPage>
  );
}

function LostPasswordForm({ onSent }: { onSent(address: string): void }) {
  const { t } = useTranslation();
  const { form, problems, failure, busy, submit, clearError, usable } = useApiForm({
    endpoint: postPasswordReset,
    body: ({ email = "" }) => ({ email }),
    onSuccess: (_, { email = "" }) => onSent(email.trim()),
  });
  usePrefilledEmail(form);
  return (
    <form ref={form} className="entry-form" method="post" noValidate onSubmit={submit}>
      <FormFailure failure={failure} otherwise="errors.unknown" />
      <Field
        label={t("accounts.recovery.email")}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        problem={fieldErrorText(t, problems.email)}
        onChange={() => clearError("email")}
      />
      <div className="entry-send">
        <SubmitButton usable={usable} busy={busy}>
          {t(busy ? "accounts.recovery.busy" : "accounts.recovery.submit")}
        </SubmitButton>
        <Link className="u small" to={paths.login()}>
          {t("accounts.backToLogin")}
        </Link>
      </div>
    </form>
  );
}
