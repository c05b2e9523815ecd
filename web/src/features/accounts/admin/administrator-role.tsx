import {
  administratorMessages,
  type ListedUser,
  patchUser,
} from "@wrapsody/shared/accounts/account-admin.ts";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { paths } from "../../../paths.ts";
import { Section } from "../../../ui/layout/section.tsx";
import { errorKey } from "../authed-query.tsx";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { requiresLogin, useReauthenticate } from "../use-user.ts";
import { useUpdateUserCache } from "./change-user.ts";

/** Shows whether a user is an administrator, and grants or revokes the role. */
export function AdministratorRole({ user }: { user: ListedUser }) {
  const { t } = useTranslation();
  const updateCache = useUpdateUserCache();
  const reauthenticate = useReauthenticate(paths.user(user.id));
  const { id, name, role } = user;
  const isAdministrator = role === "ADMIN";
  const state = isAdministrator ? "on" : "off";
  const action = isAdministrator ? "revoke" : "grant";
  const change = async () => {
    try {
      const body = { administrator: !isAdministrator };
      updateCache(await apiFetch(patchUser, { params: { id }, body }));
    } catch (error) {
      if (!(error instanceof Error && requiresLogin(error))) throw error;
      reauthenticate();
    }
  };
  return (
    <Section title={t("admin.administrator.title")}>
      <div className="setting">
        <p className={`state b ${state}`} role="status">
          {t(`admin.administrator.${state}`)}
        </p>
        <p>{t(`admin.administrator.${state}Text`)}</p>
        <ConfirmButton
          key={action}
          label={t(`admin.administrator.${action}`)}
          title={t(`admin.administrator.${action}Question`, { name })}
          text={t(`admin.administrator.${action}Warning`)}
          confirm={t(`admin.administrator.${action}`)}
          run={change}
          reason={(error) => t(reasonKey(error))}
        />
      </div>
    </Section>
  );
}

function reasonKey(error: Error): string {
  const message = error instanceof ApiError ? error.errors[0]?.message : undefined;
  if (message === administratorMessages.last) return "admin.administrator.last";
  if (message === administratorMessages.suspended) return "admin.administrator.suspended";
  return message === administratorMessages.unconfirmed ? "admin.administrator.unconfirmed" : errorKey(error);
}
