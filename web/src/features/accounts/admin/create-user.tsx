import { useQueryClient } from "@tanstack/react-query";
import { postUserFor } from "@wrapsody/shared/accounts/account-admin.ts";
import { credentialLimits } from "@wrapsody/shared/accounts/accounts.ts";
import { type Language, languages } from "@wrapsody/shared/api/language.ts";
import Plus from "lucide-react/icons/plus";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useFormDraft } from "../../../lib/drafts/use-form-draft.ts";
import { paths } from "../../../paths.ts";
import { DraftNotice } from "../../../ui/forms/draft-notice.tsx";
import { Field, SelectField } from "../../../ui/forms/field.tsx";
import { useApiForm } from "../forms/checked-form.ts";
import { FormFailure } from "../forms/form-failure.tsx";
import { invalidateUsers } from "./change-user.ts";
import { adminErrorText } from "./premium-plan.tsx";

/** Name of the draft of the form. */
export const createUserDraft = "user-new";

/** Creates an account. The user receives a link to claim it, together with the artist. */
export function CreateUser() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: postUserFor,
    body: ({ email = "", name = "", language, artist_id = "" }) => ({
      email,
      name,
      language: languageOf(language),
      ...(artist_id.trim() === "" ? {} : { artist_id }),
    }),
    onSuccess: (user) => {
      draft.finish();
      invalidateUsers(client);
      void navigate(paths.user(user.id), {
        state: { message: user.verified ? "admin.create.exists" : "admin.create.done" },
      });
    },
  });
  const draft = useFormDraft(createUserDraft, form);
  const field = (name: string) => ({
    name,
    defaultValue: draft.values[name],
    problem: adminErrorText(t, problems[name]),
    onChange: () => clearError(name),
  });
  return (
    <section className="create-user" aria-label={t("admin.create.title")}>
      <p className="small dim">{t("admin.create.text")}</p>
      <form ref={form} className="create-user-form" method="post" noValidate onSubmit={submit}>
        <DraftNotice draft={draft} onDiscard={draft.discard} />
        <FormFailure failure={failure} otherwise="errors.unknown" />
        <Fragment key={draft.round}>
          <Field
            {...field("name")}
            label={t("admin.create.name")}
            autoComplete="off"
            required
            maxLength={credentialLimits.name}
          />
          <Field
            {...field("email")}
            label={t("admin.create.email")}
            type="email"
            autoComplete="off"
            required
          />
          <LanguageField initial={languageOf(draft.values.language)} />
          <Field
            {...field("artist_id")}
            label={t("admin.create.artist")}
            hint={t("admin.create.artistHint")}
            inputMode="numeric"
            autoComplete="off"
          />
        </Fragment>
        <button type="submit" className="btn" aria-disabled={busy || undefined}>
          {t(busy ? "admin.create.busy" : "admin.create.send")} <Plus className="i" aria-hidden="true" />
        </button>
      </form>
    </section>
  );
}

function LanguageField({ initial }: { initial: Language }) {
  const { t } = useTranslation();
  return (
    <SelectField
      label={t("admin.create.language")}
      name="language"
      defaultValue={initial}
      problem={undefined}
    >
      {languages.map((language) => (
        <option key={language} value={language}>
          {t(`admin.language.${language}`)}
        </option>
      ))}
    </SelectField>
  );
}

function languageOf(chosen: string | undefined): Language {
  return languages.find((language) => language === chosen) ?? languages[0];
}
