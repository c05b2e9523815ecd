import { getUsers } from "@wrapsody/shared/accounts/account-admin.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { hasDraft } from "../../../lib/drafts/stored-drafts.ts";
import { textIn } from "../../../lib/language/language.ts";
import { choiceParam, textParam, useListParams } from "../../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { DisclosureButton } from "../../../ui/layout/disclosure.tsx";
import { FilterSelect, ListFilters, SearchField } from "../../../ui/lists/filters.tsx";
import { ListHeader, useTotalText } from "../../../ui/lists/paged-list.tsx";
import { useAuthedQuery } from "../authed-query.tsx";
import type { PageHandle } from "../layouts/loading-page.tsx";
import { PagedList } from "../paged-list.tsx";
import type { Route } from "./+types/users";
import { CreateUser, createUserDraft } from "./create-user.tsx";
import { UserRows } from "./user-rows.tsx";
import "./admin.css";

const roles = ["ADMIN", "ARTIST", "PROVIDER"] as const;
const list = {
  pageSize: 20,
  params: { q: textParam("text", "~~"), role: choiceParam(roles, "role") },
  path: paths.users,
};

const loading = { rows: 8, height: "4rem" };
export const handle = { loading } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("admin.users.title"), language);
}

/** Lists and searches users, with a form to create one. */
export default function UsersPage() {
  const { t } = useTranslation();
  const params = useListParams(list);
  const { q, role } = params.filters;
  const [isCreating, setCreating] = useState(() => hasDraft(createUserDraft));
  const query = useAuthedQuery(getUsers, { list: params.list });
  const totalText = useTotalText(
    q === undefined && role === undefined ? "admin.users.total" : "admin.users.found",
    query.data?.total,
  );
  return (
    <>
      <ListHeader title={t("admin.users.title")} status={totalText}>
        <DisclosureButton
          id="create-user"
          open={isCreating}
          label={t("admin.create.title")}
          onToggle={setCreating}
        />
      </ListHeader>
      <div id="create-user" hidden={!isCreating}>
        {isCreating ? <CreateUser /> : null}
      </div>
      <section className="sec users" aria-label={t("admin.users.title")}>
        <ListFilters label={t("admin.users.find")} params={params} className="find-users">
          <SearchField q={q} label={t("admin.users.byText")} go={t("admin.users.search")} />
          <FilterSelect name="role" label={t("admin.users.role")} value={role}>
            <option value="">{t("admin.users.everyRole")}</option>
            {roles.map((value) => (
              <option key={value} value={value}>
                {t(`admin.role.${value}`)}
              </option>
            ))}
          </FilterSelect>
        </ListFilters>
        <PagedList
          query={query}
          params={params}
          loading={loading}
          empty={
            <EmptyState title={t("admin.users.none")}>
              <Link className="u b" to={paths.users()}>
                {t("admin.users.all")}
              </Link>
            </EmptyState>
          }
        >
          {(users) => <UserRows users={users} />}
        </PagedList>
      </section>
    </>
  );
}
