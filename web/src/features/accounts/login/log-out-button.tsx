import LogOut from "lucide-react/icons/log-out";
import { useTranslation } from "react-i18next";
import { useLogOut } from "../../../shell/session-end.ts";

export function LogOutButton() {
  const { t } = useTranslation();
  const logOut = useLogOut();
  return (
    <button type="button" className="btn" onClick={logOut}>
      {t("accounts.you.logout")} <LogOut className="i" aria-hidden="true" />
    </button>
  );
}
