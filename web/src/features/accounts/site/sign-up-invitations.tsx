import { useQueryClient } from "@tanstack/react-query";
import { languages } from "@wrapsody/shared/api/language.ts";
import {
  deleteSignUpInvitation,
  getSignUpInvitations,
  invitedMemberMessage,
  postSignUpInvitation,
  type SignUpInvitation,
  type SignUpMode,
} from "@wrapsody/shared/operations/site-settings.ts";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { useFormDraft } from "../../../lib/drafts/use-form-draft.ts";
import { StatusMessage, useStatusMessage } from "../../../ui/feedback/status-message.tsx";
import { formatDay } from "../../../ui/format/local-time.ts";
import { DraftNotice } from "../../../ui/forms/draft-notice.tsx";
import { Field, SelectField } from "../../../ui/forms/field.tsx";
import { QueryState, useAuthedQuery } from "../authed-query.tsx";
import { useApiForm } from "../forms/checked-form.ts";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { fieldErrorText } from "../forms/error-messages.ts";
import { FormFailure } from "../forms/form-failure.tsx";

/** More are counted only: an administrator who invites more people opens sign-up instead. */
const shownInvitations = { list: { limit: 100 } };

/** Invites people to sign up, and lists and revokes invitations. */
export function SignUpInvitations({ mode }: { mode: SignUpMode }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [message, announce] = useStatusMessage();
  const { data, error, refetch } = useAuthedQuery(getSignUpInvitations, shownInvitations);
  const refresh = (text: string) => {
    announce(text);
    const { method, path } = getSignUpInvitations;
    void client.invalidateQueries({ queryKey: [`${method} ${path}`] });
  };
  return (
    <div className="setting site-setting">
      <h3 className="b">{t("admin.site.invitations")}</h3>
      <p className="small dim">{t(`admin.site.invitationsText.${mode}`)}</p>
      <InviteForm onInvited={(email) => refresh(t("admin.site.invited", { email }))} />
      <StatusMessage {...message} />
      {data === undefined ? (
        <QueryState error={error} refetch={refetch} rows={2} height="3.5rem" />
      ) : (
        <ul className="site-invitations">
          {data.data.map((invitation) => (
            <Invitation
              key={invitation.id}
              invitation={invitation}
              onRevoked={() => refresh(t("admin.site.revoked", { email: invitation.email }))}
            />
          ))}
        </ul>
      )}
      {data === undefined || data.total <= data.data.length ? null : (
        <p className="small dim">
          {t("admin.site.moreInvitations", { count: data.total - data.data.length })}
        </p>
      )}
    </div>
  );
}

function InviteForm({ onInvited }: { onInvited(email: string): void }) {
  const { t, i18n } = useTranslation();
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: postSignUpInvitation,
    body: ({ email = "", language }) => ({
      email,
      language: languages.find((known) => known === language) ?? languages[0],
    }),
    onSuccess({ email }) {
      draft.discard();
      onInvited(email);
    },
  });
  const draft = useFormDraft("sign-up-invitation", form);
  const problem =
    problems.email === invitedMemberMessage ? t("admin.site.member") : fieldErrorText(t, problems.email);
  return (
    <form ref={form} className="site-invite" method="post" noValidate onSubmit={submit}>
      <DraftNotice draft={draft} onDiscard={draft.discard} />
      <FormFailure failure={failure} otherwise="errors.unknown" />
      <Fragment key={draft.round}>
        <Field
          label={t("admin.site.inviteEmail")}
          name="email"
          type="email"
          defaultValue={draft.values.email}
          autoComplete="off"
          required
          problem={problem}
          onChange={() => clearError("email")}
        />
        <SelectField
          label={t("admin.create.language")}
          name="language"
          defaultValue={draft.values.language ?? i18n.language}
          problem={undefined}
        >
          {languages.map((language) => (
            <option key={language} value={language}>
              {t(`admin.language.${language}`)}
            </option>
          ))}
        </SelectField>
      </Fragment>
      <button type="submit" className="btn" aria-disabled={busy || undefined}>
        {t(busy ? "admin.site.inviting" : "admin.site.invite")}
      </button>
    </form>
  );
}

function Invitation({ invitation, onRevoked }: { invitation: SignUpInvitation; onRevoked(): void }) {
  const { t, i18n } = useTranslation();
  const { id, email, invited_by: name, expires_at } = invitation;
  const day = formatDay(expires_at, i18n.language);
  return (
    <li>
      <div>
        <p className="b">{email}</p>
        <p className="small dim">
          {name === null ? t("admin.site.expires", { day }) : t("admin.site.invitedBy", { name, day })}
        </p>
      </div>
      <ConfirmButton
        label={t("admin.site.revoke")}
        title={t("admin.site.revokeQuestion", { email })}
        text={t("admin.site.revokeWarning")}
        confirm={t("admin.site.revoke")}
        run={async () => {
          await apiFetch(deleteSignUpInvitation, { params: { id } });
          onRevoked();
        }}
      />
    </li>
  );
}
