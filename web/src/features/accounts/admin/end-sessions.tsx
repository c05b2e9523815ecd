import { useQueryClient } from "@tanstack/react-query";
import { deleteSessionsOf, type ListedUser } from "@wrapsody/shared/accounts/account-admin.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { Section } from "../../../ui/layout/section.tsx";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { invalidateUsers } from "./change-user.ts";

/** Ends all sessions of a user, such as after a lost device or a leaked password. */
export function EndSessions({ user: { email, name } }: { user: ListedUser }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [message, setMessage] = useState("");
  return (
    <Section title={t("admin.sessions.title")}>
      <div className="setting">
        <p>{t(email === null ? "admin.sessions.noEmail" : "admin.sessions.text")}</p>
        {email === null ? null : (
          <ConfirmButton
            label={t("admin.sessions.end")}
            title={t("admin.sessions.question", { name })}
            text={t("admin.sessions.warning")}
            confirm={t("admin.sessions.end")}
            run={async () => {
              const { ended } = await apiFetch(deleteSessionsOf, { body: { email } });
              setMessage(t("admin.sessions.ended", { count: ended }));
              invalidateUsers(client);
            }}
          />
        )}
        <p className="small" role="status">
          {message}
        </p>
      </div>
    </Section>
  );
}
