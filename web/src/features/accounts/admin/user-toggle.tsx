import type { ListedUser } from "@wrapsody/shared/accounts/account-admin.ts";
import { useTranslation } from "react-i18next";
import { Section } from "../../../ui/layout/section.tsx";
import { useChangeUser } from "./change-user.ts";

/** The texts of a permission below `admin`, by the field of the user that has it. */
const texts = { may_import: "import", trusted: "trust" } as const;

/** Shows and toggles a permission: bulk import, or changes of listed wraps that apply at once. */
export function UserToggle({ user, field }: { user: ListedUser; field: keyof typeof texts }) {
  const { t } = useTranslation();
  const { change, busy, failure } = useChangeUser(user);
  const isOn = user[field];
  const state = isOn ? "on" : "off";
  const text = `admin.${texts[field]}`;
  return (
    <Section title={t(`${text}.title`)}>
      <div className="setting">
        <p className={`state b ${state}`} role="status">
          {t(`${text}.${state}`)}
        </p>
        <p>{t(`${text}.${state}Text`)}</p>
        <button
          type="button"
          className="btn"
          aria-disabled={busy || undefined}
          onClick={() => change({ [field]: !isOn })}
        >
          {t(`${text}.${isOn ? "revoke" : "grant"}`)}
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
