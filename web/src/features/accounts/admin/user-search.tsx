import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import { SearchField, searchTextOf } from "../../../ui/forms/search-field.tsx";

/** Searches users by name or email address. The search text is part of the URL. */
export function UserSearch({ q }: { q: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <search aria-label={t("admin.users.find")}>
      <form
        className="find-users"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate(paths.users({ q: searchTextOf(event.currentTarget) }), { preventScrollReset: true });
        }}
      >
        <SearchField q={q} label={t("admin.users.byText")} go={t("admin.users.search")} />
      </form>
    </search>
  );
}
