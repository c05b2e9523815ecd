import { getUsers, type ListedUser } from "@wrapsody/shared/account-admin.ts";
import type { Filter } from "@wrapsody/shared/page.ts";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { pageNumber, rowsOfPage } from "../../../lib/pages/page-number.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { formatTotal } from "../../../ui/format/format.ts";
import { Pager } from "../../../ui/layout/pager.tsx";
import { QueryState, useAuthedQuery } from "../authed-query.tsx";
import type { Route } from "./+types/users";
import { CreateUser } from "./create-user.tsx";
import { UserRows } from "./user-rows.tsx";
import { UserSearch } from "./user-search.tsx";
import "./admin.css";

const pageSize = 20;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("admin.users.title"), language);
}

/** Lists and searches users, with a form to create one. */
export default function UsersPage() {
  const { t, i18n } = useTranslation();
  const [query] = useSearchParams();
  const number = pageNumber(query);
  const q = (query.get("q") ?? "").trim().slice(0, 200);
  const { data, error, refetch } = useAuthedQuery(getUsers, { list: listOf(q, number) });
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("admin.users.title")}</h1>
          <p className="small dim" role="status">
            {data === undefined
              ? ""
              : t(q === "" ? "admin.users.total" : "admin.users.found", {
                  count: data.total,
                  total: formatTotal(data.total, i18n.language),
                })}
          </p>
        </div>
      </header>
      <div className="cols users">
        <section className="users-main" aria-label={t("admin.users.title")}>
          <UserSearch q={q} />
          {data === undefined ? (
            <QueryState error={error} refetch={refetch} rows={8} height="4rem" />
          ) : (
            <Users users={data.data} total={data.total} q={q} number={number} />
          )}
        </section>
        <CreateUser />
      </div>
    </>
  );
}

function Users({
  users,
  total,
  q,
  number,
}: {
  users: readonly ListedUser[];
  total: number;
  q: string;
  number: number;
}) {
  const { t } = useTranslation();
  return (
    <>
      {users.length === 0 ? (
        <EmptyState title={t("admin.users.none")}>
          <Link className="u b" to={paths.users()}>
            {t("admin.users.all")}
          </Link>
        </EmptyState>
      ) : (
        <UserRows users={users} />
      )}
      {number === 1 && total <= pageSize ? null : (
        <Pager
          page={number}
          hasNext={number * pageSize < total || users.length === pageSize}
          href={(next) => paths.users({ q, ...(next > 1 ? { page: next } : {}) })}
        />
      )}
    </>
  );
}

function listOf(q: string, number: number) {
  const filters: Filter[] = q === "" ? [] : [{ key: "text", operator: "~~", value: q }];
  return { ...rowsOfPage(number, pageSize), filters };
}
