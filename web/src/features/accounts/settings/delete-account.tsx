import { deleteMe } from "@wrapsody/shared/accounts/account-settings.ts";
import type { User } from "@wrapsody/shared/accounts/accounts.ts";
import type { ErrorCode } from "@wrapsody/shared/api/errors.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { removeDrafts } from "../../../lib/drafts/remove-drafts.ts";
import { endSession } from "../../../lib/storage/session.ts";
import { paths } from "../../../paths.ts";
import { Dialog, DialogCancel } from "../../../ui/feedback/dialog.tsx";
import { RadioGroup } from "../../../ui/forms/radio-group.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { useApiForm } from "../forms/checked-form.ts";
import { fieldErrorText } from "../forms/error-messages.ts";
import { FormFailure } from "../forms/form-failure.tsx";
import { PasswordField } from "../forms/password-field.tsx";
import { requiresLogin, useReauthenticate } from "../use-user.ts";
import { KeptArtworksWarning } from "./kept-artworks-warning.tsx";

/** Deletes the account after naming the consequences and asking for the password. */
export function DeleteAccount({ user }: { user: User }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Section title={t("accounts.settings.delete.title")}>
      <div className="setting">
        <p>{t("accounts.settings.delete.text")}</p>
        <Dialog
          open={open}
          onOpenChange={setOpen}
          trigger={
            <button type="button" className="btn bad">
              {t("accounts.settings.delete.open")}
            </button>
          }
          title={t("accounts.settings.delete.question")}
          text={<Consequences />}
        >
          <DeleteForm user={user} />
        </Dialog>
      </div>
    </Section>
  );
}

function Consequences() {
  const { t } = useTranslation();
  return (
    <>
      <p>{t("accounts.settings.delete.warning")}</p>
      <p>{t("accounts.settings.delete.orders")}</p>
      <KeptArtworksWarning />
      <p>{t("accounts.settings.delete.remains")}</p>
      <p className="b">{t("accounts.settings.delete.final")}</p>
    </>
  );
}

/** Texts of the errors that belong to no field. */
const refusals: Partial<Record<ErrorCode, string>> = {
  E0022: "accounts.settings.delete.refused",
  E0048: "accounts.settings.delete.checkout",
  E0063: "accounts.settings.delete.lastAdministrator",
};

function DeleteForm({ user }: { user: User }) {
  const { t } = useTranslation();
  const leave = useLeaveAfterDeletion();
  const reauthenticate = useReauthenticate();
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: deleteMe,
    body: ({ password, artworks }) => ({
      ...(password === undefined ? {} : { password }),
      keep_artworks: artworks !== "withdraw",
    }),
    failed(error) {
      if (!requiresLogin(error)) return false;
      reauthenticate();
      return true;
    },
    onSuccess: leave,
  });
  return (
    <form ref={form} className="entry-form" method="post" noValidate onSubmit={submit}>
      <FormFailure failure={failure} otherwise={refusals[failure?.code ?? "X001"] ?? "errors.unknown"} />
      <RadioGroup
        label={t("accounts.settings.delete.artworks")}
        name="artworks"
        initial="public"
        problem={undefined}
        options={(["public", "withdraw"] as const).map((value) => ({
          value,
          name: t(`accounts.settings.delete.${value}`),
          text: t(`accounts.settings.delete.${value}Text`),
        }))}
      />
      {user.has_password ? (
        <PasswordField
          label={t("accounts.settings.delete.password")}
          name="password"
          autoComplete="current-password"
          required
          problem={fieldErrorText(t, problems.password)}
          onChange={() => clearError("password")}
        />
      ) : null}
      <div className="dialog-end">
        <DialogCancel>{t("accounts.settings.delete.keep")}</DialogCancel>
        <button type="submit" className="btn bad" aria-disabled={busy || undefined}>
          {t(busy ? "accounts.settings.delete.busy" : "accounts.settings.delete.confirm")}
        </button>
      </div>
    </form>
  );
}

/** Returns a function that ends the session of the deleted account and leaves the page. */
function useLeaveAfterDeletion(): () => void {
  const navigate = useNavigate();
  return () => {
    endSession();
    removeDrafts();
    void navigate(paths.home, { replace: true, state: { notice: "accounts.settings.delete.goodbye" } });
  };
}
