import { patchPassword } from "@wrapsody/shared/accounts/accounts.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { endSession } from "../../../lib/storage/session.ts";
import { readStored } from "../../../lib/storage/storage.ts";
import { paths } from "../../../paths.ts";
import { useApiForm } from "../forms/checked-form.ts";
import { EntryPage, SubmitButton } from "../forms/entry-page.tsx";
import { fieldErrorText, passwordRule } from "../forms/error-messages.ts";
import { FormAlert, FormFailure } from "../forms/form-failure.tsx";
import { PasswordField } from "../forms/password-field.tsx";
import { noReferrer, useQueryRemoval } from "../layouts/session-guard.ts";
import type { Route } from "./+types/reset-password";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.reset.title"), language);
}

export function headers() {
  return noReferrer;
}

export default function ResetPasswordPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const code = query.get("code") ?? "";
  const uid = query.get("uid") ?? "";
  const [dead, setDead] = useState(code === "" || uid === "");
  useQueryRemoval();
  return (
    <EntryPage
      heading={t("accounts.reset.heading")}
      lead={t(dead ? "accounts.recovery.lead" : "accounts.reset.lead")}
    >
      {dead ? <DeadLink /> : <NewPasswordForm code={code} uid={uid} dead={() => setDead(true)} />}
    </EntryPage>
  );
}

function NewPasswordForm({ code, uid, dead }: { code: string; uid: string; dead(): void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { form, problems, failure, busy, submit, clearError, usable } = useApiForm({
    endpoint: patchPassword,
    body: ({ password = "", confirmPassword = "" }) => ({ code, userId: uid, password, confirmPassword }),
    failed(error) {
      // The link itself is invalid, so a correction cannot help.
      if (error.status < 400 || error.status >= 429) return false;
      dead();
      return true;
    },
    onSuccess() {
      // All sessions of the account have ended, including the one of this browser.
      if (readStored("userId") === uid) endSession();
      void navigate(paths.login({ done: "reset" }), { replace: true });
    },
  });
  const password = { autoComplete: "new-password", required: true } as const;
  return (
    <form ref={form} className="entry-form" method="post" noValidate onSubmit={submit}>
      <FormFailure failure={failure} otherwise="errors.unknown" />
      <PasswordField
        {...password}
        label={t("accounts.reset.password")}
        hint={passwordRule(t)}
        name="password"
        problem={fieldErrorText(t, problems.password)}
        onChange={() => clearError("password")}
      />
      <PasswordField
        {...password}
        label={t("accounts.repeat")}
        name="confirmPassword"
        problem={fieldErrorText(t, problems.confirmPassword)}
        onChange={() => clearError("confirmPassword")}
      />
      <p className="small dim">{t("accounts.reset.sessions")}</p>
      <SubmitButton usable={usable} busy={busy}>
        {t(busy ? "accounts.reset.busy" : "accounts.reset.submit")}
      </SubmitButton>
    </form>
  );
}

function DeadLink() {
  const { t } = useTranslation();
  return (
    <div className="entry-form">
      <FormAlert text={t("accounts.reset.dead")} focus />
      <Link className="btn go" to={paths.lostPassword}>
        {t("accounts.reset.newLink")} <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </div>
  );
}
