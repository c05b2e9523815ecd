import { ArrowRight, Search } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { paths } from "../../paths.ts";
import "./find-bar.css";

/**
 * Search for a wrap by its title. A form like any other, so it works before the page's script does. `end` is what
 * stands at its end: on its own page the search's own button.
 */
export function FindBar({ q = "", artist, end }: { q?: string; artist?: string; end?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <search className={end === undefined ? "find" : "find two-way"} aria-label={t("wraps.find")}>
      <Form action={paths.wraps()} method="get" className="find-form">
        <label>
          <Search className="i" aria-hidden="true" />
          <span className="vh">{t("wraps.find")}</span>
          <input
            key={q}
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
        <button type="submit" className={end === undefined ? "btn go" : "find-send"}>
          <span className={end === undefined ? undefined : "vh"}>{t("wraps.search")}</span>
          <ArrowRight className="i" aria-hidden="true" />
        </button>
      </Form>
      {end}
    </search>
  );
}
