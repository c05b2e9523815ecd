import { useQuery } from "@tanstack/react-query";
import { getTags } from "@wrapsody/shared/catalogue/tags.ts";
import type { FocusEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";

const MAX_TAGS = 10;

export const tagLinksOptions = { query: { limit: MAX_TAGS } };

type TagLinksProps = {
  /** The tag of the page. */
  current?: { key: string; name: string } | undefined;
  /** The search that the tags narrow; empty without one. */
  q?: string;
};

/** Narrows the list of wraps, or what a search found, to one of the tags with the most wraps. */
export function TagLinks({ current, q = "" }: TagLinksProps) {
  const { t } = useTranslation();
  const common = useQuery(queryOf(getTags, tagLinksOptions)).data?.data ?? [];
  if (common.length === 0) return null;
  const isListed = current === undefined || common.some(({ key }) => key === current.key);
  const tags = isListed ? common : [current, ...common];
  return (
    <nav className="tag-links small" aria-label={t("wrap.tags")} onFocus={showWholeTag}>
      <Link to={paths.wraps({ q })} aria-current={current === undefined ? "true" : undefined}>
        {t("wraps.allTags")}
      </Link>
      {tags.map(({ key, name }) => (
        <Link
          key={key}
          to={q === "" ? paths.tag(key) : paths.wraps({ q, tag: key })}
          aria-current={key === current?.key ? "true" : undefined}
        >
          {name}
        </Link>
      ))}
      <Link className="u b" to={paths.charts}>
        {t("charts.link")}
      </Link>
    </nav>
  );
}

/** Browsers leave a focused link at the edge of a scrolled row half hidden. */
function showWholeTag({ target }: FocusEvent<HTMLElement>): void {
  target.scrollIntoView({ block: "nearest", inline: "nearest" });
}
