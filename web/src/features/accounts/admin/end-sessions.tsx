import { useQueryClient } from "@tanstack/react-query";
import { deleteSessionsOf, type ListedUser } from "@wrapsody/shared/account-admin.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/api-fetch.ts";
import { Leaf } from "../../../ui/layout/section.tsx";
import { Confirmed } from "../forms/confirm-button.tsx";
import { forgetUsers } from "./invalidate-users.ts";

/** Signs somebody out everywhere: where a device was lost, or a password is known to others. */
export function EndSessions({ user: { email, name } }: { user: ListedUser }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [told, setTold] = useState("");
  return (
    <Leaf title={t("admin.sessions.title")}>
      <div className="setting">
        <p>{t(email === null ? "admin.sessions.noEmail" : "admin.sessions.text")}</p>
        {email === null ? null : (
          <Confirmed
            label={t("admin.sessions.end")}
            title={t("admin.sessions.question", { name })}
            text={t("admin.sessions.lost")}
            confirm={t("admin.sessions.end")}
            run={async () => {
              const { ended } = await ask(deleteSessionsOf, { body: { email } });
              setTold(t("admin.sessions.ended", { count: ended }));
              forgetUsers(client);
            }}
          />
        )}
        <p className="small" role="status">
          {told}
        </p>
      </div>
    </Leaf>
  );
}
