import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type DeviceSession,
  deleteOtherSessions,
  deleteSessionCall,
  getSessions,
} from "@wrapsody/shared/accounts/account-settings.ts";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { Section } from "../../../ui/layout/section.tsx";
import { errorKey, QueryState, useAuthedQuery } from "../authed-query.tsx";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { DeviceRow, useDeviceName } from "./device-row.tsx";

/** Lists the sessions of the reader and ends them. */
export function Devices() {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getSessions);
  return (
    <Section title={t("accounts.settings.devices.title")}>
      {data === undefined ? (
        <QueryState error={error} refetch={refetch} rows={2} height="5.5rem" />
      ) : (
        <DeviceList devices={data.data} />
      )}
    </Section>
  );
}

function DeviceList({ devices }: { devices: readonly DeviceSession[] }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const [message, setMessage] = useState("");
  const reload = useReload();
  const { signOut, leaving, failure } = useSignOut(async (name) => {
    setMessage(t("accounts.settings.devices.signedOut", { name }));
    await reload();
    // The row and its button were removed.
    list.current?.focus();
  });
  const signOutOthers = async () => {
    const { ended } = await apiFetch(deleteOtherSessions, {});
    setMessage(t("accounts.settings.devices.ended", { count: ended }));
    await reload();
  };
  return (
    <div className="devices">
      <ul ref={list} tabIndex={-1} aria-label={t("accounts.settings.devices.title")}>
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} leaving={leaving === device.id} signOut={signOut} />
        ))}
      </ul>
      {failure === undefined ? null : (
        <p className="msg" role="alert">
          {t(failure)}
        </p>
      )}
      <p className="small" role="status">
        {message}
      </p>
      {devices.length > 1 ? (
        <ConfirmButton
          label={t("accounts.settings.devices.others")}
          title={t("accounts.settings.devices.othersTitle")}
          text={t("accounts.settings.devices.othersText")}
          confirm={t("accounts.settings.devices.others")}
          run={signOutOthers}
        />
      ) : null}
    </div>
  );
}

function useReload(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryOf(getSessions).queryKey });
}

function useSignOut(onSignedOut: (name: string) => Promise<void>) {
  const nameOf = useDeviceName();
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: ({ id }: DeviceSession) => apiFetch(deleteSessionCall, { params: { id } }),
    onSuccess: (_, device) => onSignedOut(nameOf(device)),
  });
  return {
    signOut: (device: DeviceSession) => {
      if (!isPending) mutate(device);
    },
    leaving: isPending ? variables.id : undefined,
    failure: error === null ? undefined : errorKey(error),
  };
}
