import { mayCall } from "@wrapsody/shared/accounts/permissions.ts";
import type { Endpoint } from "@wrapsody/shared/api/endpoint.ts";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { storeUser, useActingAccount, workFor } from "../../../lib/storage/session.ts";
import { paths } from "../../../paths.ts";
import { useUser } from "../use-user.ts";
import "./members.css";

/** Returns whether the reader's role allows a call in the account that they work for. The server checks every call. */
export function useMay(): (endpoint: Endpoint, body?: Record<string, unknown>) => boolean {
  const acting = useActingAccount();
  return (endpoint, body) => acting === undefined || mayCall(acting.role, endpoint, body);
}

type PermittedProps = {
  call: Endpoint;
  body?: Record<string, unknown>;
  /** Renders nothing instead of the reason. */
  quiet?: boolean;
  children: ReactNode;
};

/** Renders its children if the reader's role allows the call, otherwise the reason why they are missing. */
export function Permitted({ call, body, quiet = false, children }: PermittedProps) {
  const { t } = useTranslation();
  const acting = useActingAccount();
  const may = useMay();
  if (may(call, body)) return children;
  return quiet || acting === undefined ? null : (
    <p className="small dim">{t(`members.denied.${acting.role}`, { account: acting.name })}</p>
  );
}

/** Disables every control inside unless the reader's role allows the call. Links keep working. */
export function EditableBy({ call, children }: { call: Endpoint; children: ReactNode }) {
  const may = useMay();
  return (
    <fieldset className="editable-by" disabled={!may(call)}>
      {children}
    </fieldset>
  );
}

/** Loads the page again once an owner has changed the reader's role. */
function useCurrentRole(): void {
  const acting = useActingAccount();
  const { data: user } = useUser();
  const current = user?.memberships.find(({ account_id }) => account_id === acting?.account_id);
  useEffect(() => {
    if (user === undefined || current === undefined || current.role === acting?.role) return;
    storeUser(user);
    workFor(current, `${window.location.pathname}${window.location.search}`);
  }, [user, current, acting]);
}

/** Says for whom the reader works, and leads back to their own account. Needs the texts of `members`. */
export function WorkingFor({ note }: { note?: string }) {
  const { t } = useTranslation();
  const acting = useActingAccount();
  useCurrentRole();
  if (acting === undefined) return null;
  const { name, role } = acting;
  return (
    <aside className="working-for" aria-label={t("members.switch.title")}>
      <div>
        <p className="b">{t(`members.working.${role}`, { name })}</p>
        <p className="small">{note ?? t(`members.can.${role}`)}</p>
      </div>
      <button type="button" className="btn s" onClick={() => workFor(undefined, paths.settings)}>
        {t("members.working.back")}
      </button>
    </aside>
  );
}
