import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  deletePasskey,
  getPasskeys,
  MAX_PASSKEY_NAME,
  type Passkey,
} from "@wrapsody/shared/accounts/passkeys.ts";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import { useFormDraft } from "../../../lib/drafts/use-form-draft.ts";
import { StatusMessage, useStatusMessage } from "../../../ui/feedback/status-message.tsx";
import { formatDay } from "../../../ui/format/local-time.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { errorKey, QueryState, useAuthedQuery } from "../authed-query.tsx";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { requiresLogin, useReauthenticate } from "../use-user.ts";
import { loadCeremonies, supportsPasskeys } from "./passkey-support.ts";

/** Lists the passkeys of the reader, adds and removes them. */
export default function PasskeyList() {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getPasskeys);
  const [status, announce] = useStatusMessage();
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={2} />;
  return (
    <div className="devices">
      <p>{t("profile.passkeys.text")}</p>
      {data.data.length === 0 ? null : (
        <ul aria-label={t("accounts.passkey.title")}>
          {data.data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} announce={announce} />
          ))}
        </ul>
      )}
      <AddPasskey announce={announce} />
      <StatusMessage {...status} />
    </div>
  );
}

type Announcer = { announce(text: string): void };

function PasskeyRow({ passkey, announce }: { passkey: Passkey } & Announcer) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const reauthenticate = useReauthenticate();
  const { id, name, created_at: added, last_used_at: used } = passkey;
  const day = (iso: string) => formatDay(iso, i18n.language);
  const remove = async () => {
    try {
      await apiFetch(deletePasskey, { params: { id } });
    } catch (error) {
      if (error instanceof Error && requiresLogin(error)) reauthenticate();
      throw error;
    }
    await invalidateQueries(client, getPasskeys);
    announce(t("profile.passkeys.removed", { name }));
  };
  return (
    <li className="device">
      <p className="b">{name}</p>
      <p className="small dim device-facts">
        <span>{t("profile.passkeys.added", { day: day(added) })}</span>
        <span>
          {used === null ? t("profile.passkeys.unused") : t("profile.passkeys.used", { day: day(used) })}
        </span>
      </p>
      <ConfirmButton
        className="btn s"
        label={
          <>
            {t("profile.passkeys.remove")}
            <span className="vh"> {name}</span>
          </>
        }
        title={t("profile.passkeys.removeTitle", { name })}
        text={t("profile.passkeys.removeText")}
        confirm={t("profile.passkeys.remove")}
        run={remove}
        reason={(error) =>
          t(error instanceof ApiError && error.code === "E0095" ? "profile.passkeys.only" : errorKey(error))
        }
      />
    </li>
  );
}

/** Error codes with a text of their own. */
const known: Readonly<Record<string, string>> = {
  E0093: "accounts.passkey.failed",
  E0094: "profile.passkeys.known",
  E0096: "profile.passkeys.tooMany",
};

function AddPasskey({ announce }: Announcer) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reauthenticate = useReauthenticate();
  const form = useRef<HTMLFormElement>(null);
  const draft = useFormDraft("passkey-new", form);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: async (name: string) => {
      if (!supportsPasskeys()) {
        setFailure("accounts.passkey.unsupported");
        return;
      }
      const ceremonies = await loadCeremonies();
      try {
        const passkey = await ceremonies.addPasskey(name);
        draft.discard();
        await invalidateQueries(client, getPasskeys);
        announce(t("profile.passkeys.addedNow", { name: passkey.name }));
      } catch (error) {
        if (error instanceof ApiError && requiresLogin(error)) reauthenticate();
        else if (error instanceof ApiError) setFailure(known[error.code] ?? errorKey(error));
        else setFailure(ceremonies.ceremonyErrorKey(error));
      }
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    setFailure(undefined);
    const name = String(new FormData(event.currentTarget).get("name") ?? "").trim();
    if (name !== "") return mutate(name);
    setProblem(t("accounts.required"));
    form.current?.querySelector("input")?.focus();
  };
  return (
    <form ref={form} className="profile-form" method="post" noValidate onSubmit={submit}>
      <Field
        key={draft.round}
        label={t("profile.passkeys.name")}
        hint={t("profile.passkeys.nameHint")}
        name="name"
        defaultValue={draft.values.name}
        autoComplete="off"
        maxLength={MAX_PASSKEY_NAME}
        required
        problem={problem}
        onChange={() => setProblem(undefined)}
      />
      {failure === undefined ? null : (
        <p className="msg" role="alert">
          {t(failure)}
        </p>
      )}
      <div className="row">
        <button type="submit" className="btn" aria-disabled={isPending || undefined}>
          {t(isPending ? "profile.passkeys.adding" : "profile.passkeys.add")}
        </button>
      </div>
    </form>
  );
}
