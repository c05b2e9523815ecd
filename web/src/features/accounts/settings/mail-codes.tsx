import { useMutation, useQueryClient } from "@tanstack/react-query";
import { patchMfa } from "@wrapsody/shared/accounts/account-settings.ts";
import type { User } from "@wrapsody/shared/accounts/accounts.ts";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { Section } from "../../../ui/layout/section.tsx";
import { errorKey } from "../authed-query.tsx";
import { refetchUser, requiresLogin, useReauthenticate, useUpdateUserCache } from "../use-user.ts";

/** Toggles MFA by email code. */
export function MailCodes({ user }: { user: User }) {
  const { t } = useTranslation();
  const { switchCodes, pending, failure } = useCodesSwitch(user.mfa_enabled);
  const state = user.mfa_enabled ? "on" : "off";
  return (
    <Section title={t("accounts.settings.codes.title")}>
      <div className="setting">
        <p className={`state b ${state}`} role="status">
          {t(`accounts.settings.codes.${state}`)}
        </p>
        <p>
          {user.email === null
            ? t("accounts.settings.codes.noEmail")
            : t(`accounts.settings.codes.${state}Text`, { address: user.email })}
        </p>
        <button
          type="button"
          className="btn"
          disabled={user.email === null}
          aria-disabled={pending || undefined}
          onClick={switchCodes}
        >
          {t(`accounts.settings.codes.switch${state === "on" ? "Off" : "On"}`)}
        </button>
        {failure === undefined ? null : (
          <p className="msg" role="alert">
            {t(failure)}
          </p>
        )}
      </div>
    </Section>
  );
}

/** Toggles the displayed state `enabled`. */
function useCodesSwitch(enabled: boolean) {
  const client = useQueryClient();
  const updateUserCache = useUpdateUserCache();
  const reauthenticate = useReauthenticate();
  const { mutate, isPending, error } = useMutation({
    async mutationFn() {
      // Another tab may have switched it already, and the call would switch it back.
      const now = await refetchUser(client);
      return now.mfa_enabled === enabled ? apiFetch(patchMfa, {}) : now;
    },
    onSuccess: updateUserCache,
    onError(failed) {
      if (requiresLogin(failed)) reauthenticate();
    },
  });
  return {
    switchCodes: () => {
      if (!isPending) mutate();
    },
    pending: isPending,
    failure: error === null || requiresLogin(error) ? undefined : switchErrorKey(error),
  };
}

function switchErrorKey(error: Error): string {
  const refused = error instanceof ApiError && error.status === 400;
  return refused ? "accounts.settings.codes.unconfirmed" : errorKey(error);
}
