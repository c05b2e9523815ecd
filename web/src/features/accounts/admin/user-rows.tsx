import type { ListedUser } from "@wrapsody/shared/accounts/account-admin.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { formatDay } from "../../../ui/format/local-time.ts";

/** The table of users. */
export function UserRows({ users }: { users: readonly ListedUser[] }) {
  const { t } = useTranslation();
  return (
    <table className="tbl user-rows">
      <thead>
        <tr>
          <th scope="col">{t("admin.users.name")}</th>
          <th scope="col">{t("admin.users.role")}</th>
          <th scope="col">{t("admin.users.plan")}</th>
          <th scope="col">{t("admin.users.since")}</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} />
        ))}
      </tbody>
    </table>
  );
}

/** What most users are is dimmed, so that the others stand out. */
const roleClasses = { ADMIN: "b", ARTIST: undefined, PROVIDER: "dim" };

function UserRow({ user }: { user: ListedUser }) {
  const { t, i18n } = useTranslation();
  return (
    <tr>
      <th scope="row">
        <Link className="b u user-name" to={paths.user(user.id)}>
          {user.name}
        </Link>
        <span className="dim user-email">{user.email ?? t("admin.users.noEmail")}</span>
        <Badges user={user} />
      </th>
      <td>
        <span className={roleClasses[user.role]}>{t(`admin.role.${user.role}`)}</span>
        <Catalogue user={user} />
      </td>
      <td className={user.plan === "FREE" ? "dim" : undefined}>{t(`admin.plan.${user.plan}`)}</td>
      <td className="num dim" data-name={t("admin.users.since")}>
        {formatDay(user.created_at, i18n.language)}
      </td>
    </tr>
  );
}

/** The number of artists and wraps of a publisher. */
function Catalogue({ user }: { user: ListedUser }) {
  const { t, i18n } = useTranslation();
  const counts = (["artists", "songs"] as const).filter((key) => user[key] > 0);
  if (counts.length === 0) return null;
  return (
    <span className="dim num user-catalogue">
      {counts
        .map((key) =>
          t(`admin.users.${key}`, { count: user[key], total: formatCount(user[key], i18n.language) }),
        )
        .join(", ")}
    </span>
  );
}

/** Badges for import permission, trusted, suspended and unverified accounts. */
export function Badges({ user: { verified, may_import, trusted, is_suspended } }: { user: ListedUser }) {
  const { t } = useTranslation();
  if (!may_import && !trusted && verified && !is_suspended) return null;
  return (
    <ul className="user-marks meta">
      {may_import ? <li className="state on">{t("admin.users.mayImport")}</li> : null}
      {trusted ? <li className="state on">{t("admin.users.trusted")}</li> : null}
      {is_suspended ? <li className="state bad">{t("admin.users.suspended")}</li> : null}
      {verified ? null : <li className="state">{t("admin.users.unverified")}</li>}
    </ul>
  );
}
