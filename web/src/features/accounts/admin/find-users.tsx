import Search from "lucide-react/icons/search";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { paths } from "../../../paths.ts";

/** Looks for users by a part of their name or address; what is looked for stands in the address. */
export function FindUsers({ q }: { q: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Back and forward change what was looked for, but not what stands in a field.
  useEffect(() => {
    if (field.current !== null && field.current.value.trim() !== q) field.current.value = q;
  }, [q]);
  return (
    <search aria-label={t("admin.users.find")}>
      <form
        className="find-users"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate(paths.users({ q: field.current?.value.trim() ?? "" }), { preventScrollReset: true });
        }}
      >
        <div className="f">
          <label htmlFor={id}>{t("admin.users.byText")}</label>
          <div className="in">
            <input
              ref={field}
              id={id}
              type="search"
              name="q"
              defaultValue={q}
              maxLength={200}
              autoComplete="off"
              enterKeyHint="search"
            />
            <button type="submit" className="find-go" aria-label={t("admin.users.search")}>
              <Search className="i" aria-hidden="true" />
            </button>
          </div>
        </div>
      </form>
    </search>
  );
}
