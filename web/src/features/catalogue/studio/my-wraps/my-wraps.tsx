import type { Filter } from "@wrapsody/shared/page.ts";
import { getMyArtists, getMySongs, listingStates } from "@wrapsody/shared/studio.ts";
import Plus from "lucide-react/icons/plus";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { textIn } from "../../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { pageNumber, rowsOfPage } from "../../../../lib/pages/page-number.ts";
import { paths } from "../../../../paths.ts";
import { EmptyState } from "../../../../ui/feedback/states.tsx";
import { formatCount } from "../../../../ui/format/format.ts";
import { Pager } from "../../../../ui/layout/pager.tsx";
import { QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import type { Route } from "./+types/my-wraps";
import { NoWrapsYet } from "./no-wraps-yet.tsx";
import { sortOrders, WrapFilters, type WrapListFilters } from "./wrap-filters.tsx";
import { WrapRows } from "./wrap-rows.tsx";
import "./my-wraps.css";

const pageSize = 20;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("manage.list.title"), language);
}

export default function MyWrapsPage() {
  const { t, i18n } = useTranslation();
  const [query] = useSearchParams();
  const filters = parseFilters(query);
  const number = pageNumber(query);
  const { data, error, refetch } = useAuthedQuery(getMySongs, toListQuery(filters, number));
  const artists = useAuthedQuery(getMyArtists, { list: { limit: 1000, sortKey: "name", sortDir: "ASC" } });
  const filtered = filters.q !== "" || filters.artist !== undefined || filters.status !== undefined;
  const empty = data?.total === 0 && !filtered;
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("manage.list.title")}</h1>
          <p className="small dim" role="status">
            {data === undefined || empty
              ? ""
              : t(filtered ? "manage.list.found" : "manage.list.total", {
                  count: data.total,
                  total: formatCount(data.total, i18n.language),
                })}
          </p>
        </div>
        {empty ? null : (
          <Link className="btn" to={paths.create}>
            {t("manage.list.new")} <Plus className="i" aria-hidden="true" />
          </Link>
        )}
      </header>
      <section className="sec my-wraps" aria-label={t("manage.list.title")}>
        {empty ? null : <WrapFilters filters={filters} artists={artists.data?.data ?? []} />}
        {data === undefined ? (
          <QueryState error={error} refetch={refetch} rows={8} height="4.5rem" />
        ) : empty ? (
          <NoWrapsYet artists={artists} />
        ) : (
          <>
            {data.data.length === 0 ? <NoneFound /> : <WrapRows songs={data.data} />}
            {number === 1 && data.total <= pageSize ? null : (
              <Pager
                page={number}
                hasNext={number * pageSize < data.total || data.data.length === pageSize}
                href={(next) => pathOf(filters, next)}
              />
            )}
          </>
        )}
      </section>
    </>
  );
}

function NoneFound() {
  const { t } = useTranslation();
  return (
    <EmptyState title={t("manage.list.noneFound")}>
      <Link className="u b" to={paths.myWraps()}>
        {t("manage.list.showAll")}
      </Link>
    </EmptyState>
  );
}

/** Parses the query string. Ignores unknown values. */
function parseFilters(query: URLSearchParams): WrapListFilters {
  const artist = Number(query.get("artist") ?? Number.NaN);
  const status = listingStates.find((state) => state === query.get("status"));
  const sort = sortOrders.find((order) => order === query.get("sort"));
  return {
    q: (query.get("q") ?? "").trim().slice(0, 200),
    ...(Number.isInteger(artist) && artist > 0 ? { artist } : {}),
    ...(status === undefined ? {} : { status }),
    ...(sort === undefined ? {} : { sort }),
  };
}

function toListQuery({ q, artist, status, sort }: WrapListFilters, number: number) {
  const filters: Filter[] = [];
  if (q !== "") filters.push({ key: "name", operator: "~~", value: q });
  if (artist !== undefined) filters.push({ key: "artist_id", operator: "==", value: artist });
  if (status !== undefined) filters.push({ key: "status", operator: "==", value: status });
  const order =
    sort === undefined
      ? {}
      : ({ sortKey: sort, sortDir: sort === "name" ? "ASC" : "DESC", sortGiven: true } as const);
  return { list: { ...rowsOfPage(number, pageSize), ...order, filters } };
}

function pathOf({ q, ...filters }: WrapListFilters, number: number): string {
  return paths.myWraps({ q, ...filters, ...(number > 1 ? { page: number } : {}) });
}
