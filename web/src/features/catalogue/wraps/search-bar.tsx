import ArrowRight from "lucide-react/icons/arrow-right";
import Search from "lucide-react/icons/search";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Form, useLocation } from "react-router";
import { paths, searchField } from "../../../paths.ts";

/**
 * Search form for wraps by title. Works without scripts. `end` is rendered after the field: the submit button on the
 * search page.
 */
export function SearchBar({
  q = "",
  artist,
  artistId,
  tag,
  end,
}: {
  q?: string;
  artist?: string;
  artistId?: number;
  tag?: string;
  end?: ReactNode;
}) {
  const { t } = useTranslation();
  const field = useSearchFocus();
  return (
    <search className={end === undefined ? "find" : "find two-way"} aria-label={t("wraps.find")}>
      <Form action={paths.wraps()} method="get" className="find-form">
        <label>
          <Search className="i" aria-hidden="true" />
          <span className="vh">{t("wraps.find")}</span>
          <input
            key={q}
            ref={field}
            id={searchField}
            type="search"
            name="q"
            defaultValue={q}
            placeholder={t("wraps.placeholder")}
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
          />
        </label>
        {artist === undefined ? null : <input type="hidden" name="artist" value={artist} />}
        {artistId === undefined ? null : <input type="hidden" name="artist_id" value={artistId} />}
        {tag === undefined ? null : <input type="hidden" name="tag" value={tag} />}
        <button type="submit" className={end === undefined ? "btn go" : "find-send"}>
          <span className={end === undefined ? undefined : "vh"}>{t("wraps.search")}</span>
          <ArrowRight className="i" aria-hidden="true" />
        </button>
      </Form>
      {end}
    </search>
  );
}

/** Focuses the search field when the library links to it, even if its page is open already. */
function useSearchFocus() {
  const field = useRef<HTMLInputElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again changes the key
  useEffect(() => {
    if (hash === `#${searchField}`) field.current?.focus();
  }, [hash, key]);
  return field;
}
