import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { User } from "@wrapsody/shared/accounts/accounts.ts";
import { deleteAddress, getAddress, patchProfile, postAddress } from "@wrapsody/shared/accounts/profile.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { hasDraft } from "../../../lib/drafts/stored-drafts.ts";
import { type FormDraft, useFormDraft } from "../../../lib/drafts/use-form-draft.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { StatusMessage, useStatusMessage } from "../../../ui/feedback/status-message.tsx";
import { DraftNotice } from "../../../ui/forms/draft-notice.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { errorKey, useAuthedQuery } from "../authed-query.tsx";
import { useApiForm } from "../forms/checked-form.ts";
import { fieldErrorText } from "../forms/error-messages.ts";
import { FormFailure } from "../forms/form-failure.tsx";
import { requiresLogin, useReauthenticate, useUpdateUserCache } from "../use-user.ts";
import { type ChangeableFact, ProfileFacts } from "./profile-facts.tsx";

const forms = ["name", "email"] as const satisfies readonly ChangeableFact[];

/** Names of the drafts of the forms. A form with a draft opens with the page, also after a fresh login. */
const drafts = { name: "profile-name", email: "profile-address" } as const satisfies Record<
  ChangeableFact,
  string
>;

/** The profile of the reader, with forms that change the name and the address. */
export default function ProfileChanges({ user }: { user: User }) {
  const { t } = useTranslation();
  const [form, setForm] = useState(() => forms.find((each) => hasDraft(drafts[each])));
  const [status, announce] = useStatusMessage();
  const section = useRef<HTMLDivElement>(null);
  const close = (message?: string) => {
    const button = section.current?.querySelector<HTMLElement>(`[data-form=${form}]`);
    setForm(undefined);
    button?.focus();
    if (message !== undefined) announce(message);
  };
  const openerOf = (fact: ChangeableFact, word: string, label: string) => (
    <button
      type="button"
      className="u small profile-change"
      data-form={fact}
      aria-label={label}
      aria-expanded={form === fact}
      onClick={() => (form === fact ? close() : setForm(fact))}
    >
      {word}
    </button>
  );
  const changes = {
    name: openerOf("name", t("profile.change"), t("profile.changeName")),
    email:
      user.email === null
        ? openerOf("email", t("profile.add"), t("profile.addAddress"))
        : openerOf("email", t("profile.change"), t("profile.changeAddress")),
  };
  return (
    <div ref={section}>
      <ProfileFacts user={user} changes={changes} />
      <div className="setting profile-changes">
        <PendingAddress announce={announce} />
        {form === "name" ? <NameForm user={user} close={close} /> : null}
        {form === "email" ? <AddressForm close={close} /> : null}
        <StatusMessage {...status} />
      </div>
    </div>
  );
}

type FormProps = { close(message?: string): void };

function NameForm({ user, close }: FormProps & { user: User }) {
  const { t } = useTranslation();
  const updateUserCache = useUpdateUserCache();
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: patchProfile,
    body: ({ name = "" }) => ({ name }),
    onSuccess(answer) {
      draft.finish();
      updateUserCache(answer);
      close(t("profile.nameChanged"));
    },
  });
  const draft = useFormDraft(drafts.name, form);
  useFocusOnOpen(form, draft);
  return (
    <form ref={form} className="profile-form" method="post" noValidate onSubmit={submit}>
      <DraftNotice draft={draft} onDiscard={draft.discard} />
      <FormFailure failure={failure} otherwise="errors.unknown" />
      <Field
        key={draft.round}
        label={t("accounts.settings.profile.name")}
        name="name"
        autoComplete="name"
        required
        defaultValue={draft.values.name ?? user.name}
        problem={fieldErrorText(t, problems.name)}
        onChange={() => clearError("name")}
      />
      <FormEnd busy={busy} draft={draft} close={close}>
        {t("profile.save")}
      </FormEnd>
    </form>
  );
}

function AddressForm({ close }: FormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reauthenticate = useReauthenticate();
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: postAddress,
    body: ({ email = "" }) => ({ email }),
    failed(error) {
      if (!requiresLogin(error)) return false;
      reauthenticate();
      return true;
    },
    onSuccess(answer) {
      draft.finish();
      client.setQueryData(queryOf(getAddress).queryKey, answer);
      close(t("profile.linkSent", { address: answer.pending?.email }));
    },
  });
  const draft = useFormDraft(drafts.email, form);
  useFocusOnOpen(form, draft);
  return (
    <form ref={form} className="profile-form" method="post" noValidate onSubmit={submit}>
      <DraftNotice draft={draft} onDiscard={draft.discard} />
      <FormFailure failure={failure} otherwise="errors.unknown" />
      <Field
        key={draft.round}
        label={t("profile.newAddress")}
        hint={t("profile.newAddressHint")}
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={draft.values.email}
        problem={fieldErrorText(t, problems.email)}
        onChange={() => clearError("email")}
      />
      <FormEnd busy={busy} draft={draft} close={close}>
        {t("profile.sendLink")}
      </FormEnd>
    </form>
  );
}

type FormEndProps = FormProps & { busy: boolean; draft: FormDraft; children: ReactNode };

/** Cancelling discards the draft, so that the form does not open with the page again. */
function FormEnd({ busy, draft, close, children }: FormEndProps) {
  const { t } = useTranslation();
  return (
    <div className="row">
      <button type="submit" className="btn solid s" aria-disabled={busy || undefined}>
        {children}
      </button>
      <button
        type="button"
        className="btn s"
        onClick={() => {
          draft.finish();
          close();
        }}
      >
        {t("accounts.settings.cancel")}
      </button>
    </div>
  );
}

/** Focuses the field of a form that was opened, but not of one that opens with the page. */
function useFocusOnOpen(form: { readonly current: HTMLFormElement | null }, { restoredAt }: FormDraft): void {
  const first = useRef(restoredAt);
  useEffect(() => {
    if (first.current === undefined) form.current?.querySelector("input")?.focus();
  }, [form]);
}

/** The address that waits for its confirmation: its link may be sent again, and the change cancelled. */
function PendingAddress({ announce }: { announce(message: string): void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reauthenticate = useReauthenticate();
  const { data } = useAuthedQuery(getAddress);
  const pending = data?.pending;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (action: "send" | "cancel") =>
      action === "send" && pending
        ? apiFetch(postAddress, { body: { email: pending.email } })
        : apiFetch(deleteAddress, {}),
    onSuccess(answer, action) {
      client.setQueryData(queryOf(getAddress).queryKey, answer);
      announce(
        action === "send"
          ? t("profile.linkSent", { address: answer.pending?.email })
          : t("profile.changeCancelled"),
      );
    },
    onError(failed) {
      if (requiresLogin(failed)) reauthenticate();
    },
  });
  if (!pending) return null;
  const run = (action: "send" | "cancel") => () => {
    if (!isPending) mutate(action);
  };
  return (
    <div className="profile-pending">
      <p>{t("profile.pending", { address: pending.email })}</p>
      {error === null || requiresLogin(error) ? null : (
        <p className="msg" role="alert">
          {t(errorKey(error))}
        </p>
      )}
      <div className="row">
        <button type="button" className="btn s" aria-disabled={isPending || undefined} onClick={run("send")}>
          {t("profile.sendAgain")}
        </button>
        <button
          type="button"
          className="btn s"
          aria-disabled={isPending || undefined}
          onClick={run("cancel")}
        >
          {t("profile.cancelChange")}
        </button>
      </div>
    </div>
  );
}
