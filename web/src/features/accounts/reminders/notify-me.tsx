import { useMutation } from "@tanstack/react-query";
import Bell from "lucide-react/icons/bell";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../lib/api/api-fetch.ts";
import { useSignedIn } from "../../../lib/storage/session.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { errorKey } from "../authed-query.tsx";
import { fieldErrorText } from "../forms/error-messages.ts";
import { FormFailure } from "../forms/form-failure.tsx";
import "./notify-me.css";

/** Text keys of what the mail is about. */
export type ReminderTexts = { notifyText: string; on: string; confirmed: string; gone: string };

type Props = {
  texts: ReminderTexts;
  /** Confirms an address by the token of a mail. */
  confirm(token: string): Promise<unknown>;
  /** For readers with a session. */
  own: ReactNode;
  /** For everyone else. */
  address: ReactNode;
};

/** Asks for one mail: by account, or by an address that its owner confirms. */
export function NotifyMe({ texts, confirm, own, address }: Props) {
  const { t } = useTranslation();
  const isSignedIn = useSignedIn();
  const confirmation = useConfirmation(confirm);
  const isConfirmed = confirmation === "confirming" || confirmation === "confirmed";
  return (
    <div className="notify-me">
      {confirmation === undefined ? null : (
        <p className="b" role={confirmation === "expired" ? "alert" : "status"}>
          {t(confirmation === "confirmed" ? texts.confirmed : `countdown.${confirmation}`)}
        </p>
      )}
      {isConfirmed ? null : isSignedIn ? own : address}
    </div>
  );
}

/** Confirms the address of the link in a mail, whose token is behind `#`. Undefined without one. */
function useConfirmation(
  confirm: (token: string) => Promise<unknown>,
): "confirming" | "confirmed" | "expired" | undefined {
  const [token, setToken] = useState<string>();
  const { mutate, status } = useMutation({ mutationFn: confirm });
  useEffect(() => {
    const sent = /^#confirm=(.+)$/.exec(window.location.hash)?.[1];
    if (sent === undefined) return;
    setToken(sent);
    mutate(sent);
    // A reload or a shared address must not contain the token.
    window.history.replaceState(window.history.state, "", window.location.pathname);
  }, [mutate]);
  if (token === undefined) return undefined;
  if (status === "error") return "expired";
  return status === "success" ? "confirmed" : "confirming";
}

type OwnProps = {
  texts: ReminderTexts;
  /** Undefined until it is known. */
  on: boolean | undefined;
  set(on: boolean): Promise<unknown>;
};

/** The switch of a reader with a session. */
export function OwnReminder({ texts, on, set }: OwnProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useMutation({ mutationFn: set });
  const isOn = on === true;
  return (
    <>
      <button
        type="button"
        className={isOn ? "btn" : "btn go"}
        aria-disabled={isPending || on === undefined || undefined}
        onClick={() => {
          if (!isPending && on !== undefined) mutate(!isOn);
        }}
      >
        {t(isOn ? "countdown.off" : "countdown.notify")} <Bell className="i" aria-hidden="true" />
      </button>
      <p className="small" role="status">
        {t(isOn ? texts.on : texts.notifyText)}
      </p>
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(errorKey(error))}
        </p>
      )}
    </>
  );
}

type AddressProps = {
  texts: ReminderTexts;
  /** Address that the link was sent to; undefined until then. */
  sentTo: string | undefined;
  /** Of `useApiForm`. */
  form: {
    form: RefObject<HTMLFormElement | null>;
    problems: Readonly<Record<string, string>>;
    failure: ApiError | undefined;
    busy: boolean;
    submit(event: FormEvent<HTMLFormElement>): void;
    clearError(field: string): void;
    usable: boolean;
  };
};

/** The address of a reader without a session. */
export function ReminderAddress({ texts, sentTo, form: state }: AddressProps) {
  const { t } = useTranslation();
  const { form, problems, failure, busy, submit, clearError, usable } = state;
  if (sentTo !== undefined)
    return (
      <div role="status">
        <p className="b">{t("countdown.sent")}</p>
        <p className="small">{t("countdown.sentText", { email: sentTo })}</p>
      </div>
    );
  return (
    <form ref={form} method="post" noValidate onSubmit={submit}>
      <FormFailure failure={failure} otherwise={failure?.status === 404 ? texts.gone : "errors.unknown"} />
      <div className="notify-me-line">
        <Field
          label={t("countdown.email")}
          name="email"
          type="email"
          autoComplete="email"
          required
          hint={t(texts.notifyText)}
          problem={fieldErrorText(t, problems.email)}
          onChange={() => clearError("email")}
        />
        <button type="submit" className="btn go" disabled={!usable} aria-disabled={busy || undefined}>
          {t("countdown.notify")} <Bell className="i" aria-hidden="true" />
        </button>
      </div>
    </form>
  );
}
