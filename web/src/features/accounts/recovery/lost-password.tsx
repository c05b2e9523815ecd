import { postPasswordReset } from "@wrapsody/shared/accounts.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { paths } from "../../../paths.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { useApiForm } from "../forms/checked-form.ts";
import {
  EntryPage,
  OutboxLink,
  Outcome,
  SubmitButton,
  TextWithEmail,
  usePrefilledEmail,
} from "../forms/entry-page.tsx";
import { fieldErrorText } from "../forms/error-messages.ts";
import { FormFailure } from "../forms/form-failure.tsx";
import type { Route } from "./+types/lost-password";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.lost.title"), language);
}

export default function LostPasswordPage() {
  const { t } = useTranslation();
  const [address, setAddress] = useState<string>();
  return (
    <EntryPage heading={t("accounts.lost.heading")} lead={t("accounts.lost.lead")}>
      {address === undefined ? (
        <LostPasswordForm onSent={setAddress} />
      ) : (
        <ResetRequested address={address} restart={() => setAddress(undefined)} />
      )}
    </EntryPage>
  );
}

function LostPasswordForm({ onSent }: { onSent(address: string): void }) {
  const { t } = useTranslation();
  const { form, problems, failure, busy, submit, forgive, usable } = useApiForm({
    endpoint: postPasswordReset,
    body: ({ email = "" }) => ({ email }),
    done: (_, { email = "" }) => onSent(email.trim()),
  });
  usePrefilledEmail(form);
  return (
    <form ref={form} className="entry-form" method="post" noValidate onSubmit={submit}>
      <FormFailure failure={failure} otherwise="errors.unknown" />
      <Field
        label={t("accounts.lost.email")}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        problem={fieldErrorText(t, problems.email)}
        onChange={() => forgive("email")}
      />
      <div className="entry-send">
        <SubmitButton usable={usable} busy={busy}>
          {t(busy ? "accounts.lost.busy" : "accounts.lost.submit")}
        </SubmitButton>
        <Link className="u small" to={paths.login()}>
          {t("accounts.backToLogin")}
        </Link>
      </div>
    </form>
  );
}

/** Shows the same message whether or not the account exists. */
function ResetRequested({ address, restart }: { address: string; restart(): void }) {
  const { t } = useTranslation();
  return (
    <Outcome title={t("accounts.lost.asked")}>
      <p>
        <TextWithEmail text={t("accounts.lost.sent", { address })} address={address} />
      </p>
      <OutboxLink />
      <p className="small dim">{t("accounts.notThere")}</p>
      <div className="entry-send">
        <Link className="btn" to={paths.login()}>
          {t("accounts.backToLogin")}
        </Link>
        <button type="button" className="u small" onClick={restart}>
          {t("accounts.otherAddress")}
        </button>
      </div>
    </Outcome>
  );
}
