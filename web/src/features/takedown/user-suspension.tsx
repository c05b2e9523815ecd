import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getAuditLog, getUser, getUsers, type ListedUser } from "@wrapsody/shared/accounts/account-admin.ts";
import {
  type AdministeredSuspension,
  getSuspendedData,
  getUserSuspensions,
  postSuspension,
  postSuspensionEnd,
  postSuspensionKeep,
} from "@wrapsody/shared/operations/suspensions.ts";
import { restrictionGrounds, takedownLimits } from "@wrapsody/shared/operations/takedown.ts";
import Download from "lucide-react/icons/download";
import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../lib/api/api-fetch.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { saveFile } from "../../lib/files/save-file.ts";
import { paths } from "../../paths.ts";
import { Dialog, DialogCancel } from "../../ui/feedback/dialog.tsx";
import { StatusMessage, useStatusMessage } from "../../ui/feedback/status-message.tsx";
import { formatMoment } from "../../ui/format/local-time.ts";
import { DraftNotice } from "../../ui/forms/draft-notice.tsx";
import { Field, SelectField, TextArea } from "../../ui/forms/field.tsx";
import { Section } from "../../ui/layout/section.tsx";
import {
  errorKey,
  FormFailure,
  fieldErrorText,
  QueryState,
  ReasonFields,
  requiresLogin,
  useApiForm,
  useAuthedQuery,
  useReauthenticate,
} from "../accounts/index.ts";
import "./takedown.css";

/** The suspensions of a user, for administrators: suspend, decide a counter-notice, restore, and export the user's data. */
export default function UserSuspension({ user }: { user: ListedUser }) {
  const { t } = useTranslation();
  const [status, announce] = useStatusMessage();
  const { data, error, refetch } = useAuthedQuery(getUserSuspensions, { params: { id: user.id } });
  const state = user.is_suspended ? "on" : "off";
  return (
    <Section title={t("takedown.suspension.title")}>
      <StatusMessage {...status} />
      <div className="setting">
        <p className={`state b ${user.is_suspended ? "bad" : "off"}`}>{t(`takedown.suspension.${state}`)}</p>
        <p>{t(`takedown.suspension.${user.role === "ADMIN" ? "administratorText" : `${state}Text`}`)}</p>
        {data === undefined ? <QueryState error={error} refetch={refetch} rows={1} /> : null}
        {user.is_suspended || user.role === "ADMIN" ? null : (
          <SuspendButton user={user} announce={announce} />
        )}
      </div>
      {data === undefined || data.data.length === 0 ? null : (
        <ul className="restrictions">
          {data.data.map((suspension) => (
            <li key={suspension.id}>
              <SuspensionRow user={user} suspension={suspension} announce={announce} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

type UserProps = { user: ListedUser; announce(text: string): void };

/** Returns a function that refreshes what a decision changes. */
function useSuspensionChanged(): () => void {
  const client = useQueryClient();
  return () => {
    for (const { method, path } of [getUser, getUsers, getUserSuspensions, getAuditLog])
      void client.invalidateQueries({ queryKey: [`${method} ${path}`] });
  };
}

function SuspendButton({ user, announce }: UserProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const done = () => {
    setOpen(false);
    announce(t("takedown.suspend.done", { name: user.name }));
  };
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="btn">
          {t("takedown.suspend.label")}
        </button>
      }
      title={t("takedown.suspend.question", { name: user.name })}
      text={<p>{t("takedown.suspend.warning")}</p>}
    >
      <SuspendForm user={user} done={done} />
    </Dialog>
  );
}

function SuspendForm({ user, done }: { user: ListedUser; done(): void }) {
  const { t } = useTranslation();
  const changed = useSuspensionChanged();
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: postSuspension,
    request: { params: { id: user.id } },
    body: ({ ground, basis = "", reason = "", note = "" }) => ({
      ground: restrictionGrounds.find((known) => known === ground) as (typeof restrictionGrounds)[number],
      basis,
      reason,
      note,
    }),
    failed(error) {
      if (error.code === "E0005" || error.code === "E0083") changed();
      return false;
    },
    onSuccess() {
      draft.finish();
      done();
      changed();
    },
  });
  const draft = useFormDraft(`suspend-${user.id}`, form);
  const field = (name: string) => ({
    name,
    defaultValue: draft.values[name] ?? "",
    problem: fieldErrorText(t, problems[name]),
    onChange: () => clearError(name),
  });
  return (
    <form ref={form} className="entry-form" method="post" noValidate onSubmit={submit}>
      <DraftNotice draft={draft} onDiscard={draft.discard} />
      <FormFailure
        failure={failure}
        otherwise={failure?.status === 409 ? "takedown.restriction.changed" : "errors.unknown"}
      />
      <Fragment key={draft.round}>
        <SelectField {...field("ground")} label={t("takedown.decide.ground")} required>
          <option value="">{t("takedown.field.choose")}</option>
          {restrictionGrounds.map((ground) => (
            <option key={ground} value={ground}>
              {t(`takedown.ground.${ground}`)}
            </option>
          ))}
        </SelectField>
        <Field
          {...field("basis")}
          label={t("takedown.decide.basis")}
          hint={t("takedown.decide.basisHint")}
          required
          maxLength={takedownLimits.line}
        />
        <TextArea
          {...field("reason")}
          label={t("takedown.decide.facts")}
          hint={t("takedown.suspend.factsHint")}
          required
          rows={3}
          maxLength={takedownLimits.text}
        />
        <TextArea
          {...field("note")}
          label={t("takedown.suspend.note")}
          hint={t("takedown.suspend.noteHint")}
          rows={2}
          maxLength={takedownLimits.text}
        />
      </Fragment>
      <div className="dialog-end">
        <DialogCancel>{t("accounts.settings.cancel")}</DialogCancel>
        <button type="submit" className="btn solid" aria-disabled={busy || undefined}>
          {t(busy ? "takedown.suspend.busy" : "takedown.suspend.label")}
        </button>
      </div>
    </form>
  );
}

function SuspensionRow({ user, suspension, announce }: UserProps & { suspension: AdministeredSuspension }) {
  const { t, i18n } = useTranslation();
  const { ground, basis, reason, note, since, by, ended_at, ended_by, end_reason } = suspension;
  const { contested_at, contest_statement, kept_at, kept_reason } = suspension;
  const moment = (iso: string) => formatMoment(iso, i18n.language);
  return (
    <>
      <p className="reported-text b">{reason}</p>
      <p className="small dim">
        {t(`takedown.ground.${ground}`)}: {basis}. {by === null ? null : `${by}, `}
        {moment(since)}
      </p>
      {note === null ? null : (
        <p className="small reported-text">
          {t("takedown.suspend.note")}: {note}
        </p>
      )}
      {contested_at === null ? null : (
        <blockquote className="contest">
          <p className="small b">{t("takedown.restriction.contested", { when: moment(contested_at) })}</p>
          <p className="reported-text">{contest_statement}</p>
          {kept_at === null ? null : (
            <p className="small">
              {t("takedown.restriction.kept", { when: moment(kept_at) })} {kept_reason}
            </p>
          )}
        </blockquote>
      )}
      {ended_at === null ? (
        <div className="row suspension-do">
          <DecisionButton action="endSuspension" user={user} announce={announce} />
          {contested_at !== null && kept_at === null ? (
            <DecisionButton action="keepSuspension" user={user} announce={announce} />
          ) : null}
          <DataButton user={user} announce={announce} />
        </div>
      ) : (
        <p className="small dim">
          {t("takedown.restriction.ended")}: {ended_by === null ? null : `${ended_by}, `}
          {moment(ended_at)}. {end_reason}
        </p>
      )}
    </>
  );
}

type Action = "endSuspension" | "keepSuspension";

/** Ends or keeps a suspension, with a reason for the user. */
function DecisionButton({ action, user, announce }: UserProps & { action: Action }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { name } = user;
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="btn s">
          {t(`takedown.${action}.label`)}
        </button>
      }
      title={t(`takedown.${action}.question`, { name })}
      text={<p>{t(`takedown.${action}.warning`)}</p>}
    >
      <DecisionForm
        action={action}
        user={user}
        done={() => {
          setOpen(false);
          announce(t(`takedown.${action}.done`, { name }));
        }}
      />
    </Dialog>
  );
}

function DecisionForm({ action, user: { id }, done }: { action: Action; user: ListedUser; done(): void }) {
  const { t } = useTranslation();
  const changed = useSuspensionChanged();
  const checked = useApiForm({
    endpoint: action === "endSuspension" ? postSuspensionEnd : postSuspensionKeep,
    request: { params: { id } },
    body: ({ reason = "" }) => ({ reason }),
    failed(error) {
      if (error.code === "E0005") changed();
      return false;
    },
    onSuccess() {
      draft.finish();
      done();
      changed();
    },
  });
  const draft = useFormDraft(`${action}-${id}`, checked.form);
  return (
    <ReasonFields
      checked={checked}
      draft={draft}
      maxLength={takedownLimits.text}
      otherwise={checked.failure?.code === "E0005" ? "takedown.restriction.changed" : "errors.unknown"}
      texts={{
        label: t("takedown.decide.reason"),
        hint: t("takedown.suspend.reasonHint"),
        submit: t(`takedown.${action}.label`),
        busy: t("takedown.keep.busy"),
      }}
    />
  );
}

/** Saves the data of a suspended user, who asked the operator for it. */
function DataButton({ user, announce }: UserProps) {
  const { t } = useTranslation();
  const reauthenticate = useReauthenticate(paths.user(user.id));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => apiFetch(getSuspendedData, { params: { id: user.id } }),
    gcTime: 0,
    onSuccess(data) {
      saveFile(
        `user-${user.id}.json`,
        new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }),
      );
      announce(t("takedown.suspendedData.done"));
    },
    onError(failure) {
      if (requiresLogin(failure)) reauthenticate();
    },
  });
  return (
    <>
      <button
        type="button"
        className="btn s"
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (!isPending) mutate();
        }}
      >
        {t("takedown.suspendedData.label")} <Download className="i" aria-hidden="true" />
      </button>
      {error === null || requiresLogin(error) ? null : (
        <p className="msg" role="alert">
          {t(
            error instanceof ApiError && error.code === "E0005"
              ? "takedown.restriction.changed"
              : errorKey(error),
          )}
        </p>
      )}
    </>
  );
}
