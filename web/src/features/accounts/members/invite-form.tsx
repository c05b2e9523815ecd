import { memberRoles } from "@wrapsody/shared/accounts/accounts.ts";
import {
  existingMemberMessage,
  postMemberInvitation,
  tooManyMembersMessage,
} from "@wrapsody/shared/accounts/members.ts";
import { languages } from "@wrapsody/shared/api/language.ts";
import type { TFunction } from "i18next";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { useFormDraft } from "../../../lib/drafts/use-form-draft.ts";
import { DraftNotice } from "../../../ui/forms/draft-notice.tsx";
import { Field, SelectField } from "../../../ui/forms/field.tsx";
import { useApiForm } from "../forms/checked-form.ts";
import { fieldErrorText } from "../forms/error-messages.ts";
import { FormFailure } from "../forms/form-failure.tsx";

/** Emails an invitation with a role. */
export function InviteForm({ invited }: { invited(email: string): void }) {
  const { t, i18n } = useTranslation();
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: postMemberInvitation,
    body: ({ email = "", role, language }) => ({
      email,
      role: memberRoles.find((each) => each === role) ?? "READER",
      language: languages.find((each) => each === language) ?? "en",
    }),
    onSuccess(_, { email = "" }) {
      draft.discard();
      invited(email.trim());
    },
  });
  const draft = useFormDraft("member-invitation", form);
  return (
    <form
      ref={form}
      className="member-invite"
      method="post"
      noValidate
      onSubmit={submit}
      aria-label={t("members.invite")}
    >
      <DraftNotice draft={draft} onDiscard={draft.discard} />
      <FormFailure failure={failure} otherwise="errors.unknown" />
      <Fragment key={draft.round}>
        <Field
          label={t("members.email")}
          name="email"
          defaultValue={draft.values.email}
          type="email"
          autoComplete="off"
          required
          problem={emailProblem(t, problems.email)}
          onChange={() => clearError("email")}
        />
        <SelectField
          label={t("members.roleLabel")}
          name="role"
          defaultValue={draft.values.role ?? "EDITOR"}
          problem={undefined}
        >
          <RoleOptions />
        </SelectField>
        <SelectField
          label={t("members.language")}
          name="language"
          defaultValue={draft.values.language ?? i18n.language}
          problem={undefined}
        >
          {languages.map((language) => (
            <option key={language} value={language}>
              {t(`members.languages.${language}`)}
            </option>
          ))}
        </SelectField>
      </Fragment>
      <button type="submit" className="btn go" aria-disabled={busy || undefined}>
        {t(busy ? "members.inviting" : "members.invite")}
      </button>
    </form>
  );
}

/** The roles with what they allow. */
export function RoleOptions() {
  const { t } = useTranslation();
  return memberRoles.map((role) => (
    <option key={role} value={role}>
      {t(`members.option.${role}`)}
    </option>
  ));
}

function emailProblem(t: TFunction, problem: string | undefined): string | undefined {
  if (problem === existingMemberMessage) return t("members.existing");
  return problem === tooManyMembersMessage ? t("members.tooMany") : fieldErrorText(t, problem);
}
