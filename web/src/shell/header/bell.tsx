import { useQuery } from "@tanstack/react-query";
import { getUnread, MAX_UNREAD } from "@wrapsody/shared/accounts/notifications.ts";
import Bell from "lucide-react/icons/bell";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { loadNamespaces } from "../../lib/language/namespaces.ts";
import { queryOf } from "../../lib/pages/page-data.ts";
import { paths } from "../../paths.ts";

const REFRESH_MS = 60_000;

/** Loads the bell of signed-in readers and its texts. */
export async function loadBell() {
  await loadNamespaces("activity");
  return BellLink;
}

/** Leads to the notifications, and announces how many are unread when that changes. */
function BellLink() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { data } = useQuery({
    ...queryOf(getUnread, {}),
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
    meta: { personal: true },
  });
  const unread = data?.unread ?? 0;
  const count = unread >= MAX_UNREAD ? `${MAX_UNREAD - 1}+` : String(unread);
  const label = unread === 0 ? t("shell.notifications") : t("activity.bell", { count: unread, total: count });
  return (
    <>
      <Link
        className="bell-link"
        to={paths.notifications()}
        aria-label={label}
        title={t("shell.notifications")}
        aria-current={pathname === paths.notifications() ? "page" : undefined}
      >
        <Bell className="i" aria-hidden="true" />
        {unread === 0 ? null : (
          <span className="bell-count code" aria-hidden="true">
            {count}
          </span>
        )}
      </Link>
      <span className="vh" role="status">
        {unread === 0 ? "" : t("activity.unread", { count: unread, total: count })}
      </span>
    </>
  );
}
