import type { ListedUser } from "@wrapsody/shared/account-admin.ts";
import { useTranslation } from "react-i18next";
import { Section } from "../../../ui/layout/section.tsx";
import { useChangeUser } from "./change-user.ts";

/** Shows and toggles the bulk import permission of a user. */
export function ImportPermission({ user }: { user: ListedUser }) {
  const { t } = useTranslation();
  const { change, busy, failure } = useChangeUser(user);
  const state = user.may_import ? "on" : "off";
  return (
    <Section title={t("admin.import.title")}>
      <div className="setting">
        <p className={`state b ${state}`} role="status">
          {t(`admin.import.${state}`)}
        </p>
        <p>{t(`admin.import.${state}Text`)}</p>
        <button
          type="button"
          className="btn"
          aria-disabled={busy || undefined}
          onClick={() => change({ may_import: !user.may_import })}
        >
          {t(user.may_import ? "admin.import.revoke" : "admin.import.invite")}
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
