import { postSongActions } from "@wrapsody/shared/studio/bulk-actions.ts";
import { getMySongs, postSong } from "@wrapsody/shared/studio/studio.ts";
import ListChecks from "lucide-react/icons/list-checks";
import Plus from "lucide-react/icons/plus";
import Upload from "lucide-react/icons/upload";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../../lib/language/language.ts";
import { useLazyModule } from "../../../../lib/lazy-module.ts";
import { useListParams } from "../../../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { EmptyState, ErrorState, LoadingRows } from "../../../../ui/feedback/states.tsx";
import { formatCount } from "../../../../ui/format/format.ts";
import { ActionMenu } from "../../../../ui/layout/action-menu.tsx";
import { DisclosureButton } from "../../../../ui/layout/disclosure.tsx";
import { ListHeader } from "../../../../ui/lists/paged-list.tsx";
import { PagedList, type PageHandle, useAuthedQuery, useMay } from "../../../accounts/index.ts";
import { ExportCatalogue } from "../export-catalogue.tsx";
import type { Route } from "./+types/my-wraps";
import { NoWrapsYet } from "./no-wraps-yet.tsx";
import { list, type sortOrders, WrapFilters } from "./wrap-filters.tsx";
import { SelectableWrapRows, WrapTerms } from "./wrap-rows.tsx";
import "./my-wraps.css";

const loading = { rows: 8, height: "4.5rem" };
export const handle = { loading } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("manage.list.title"), language);
}

export default function MyWrapsPage() {
  const { t, i18n } = useTranslation();
  const filesId = useId();
  const [filesOpen, setFilesOpen] = useState(false);
  const filtersId = useId();
  const [filtersOpen, setFiltersOpen] = useState(false);
  const params = useListParams(list);
  const query = useAuthedQuery(getMySongs, { list: { ...params.list, ...toOrder(params.filters.sort) } });
  const isFiltered = params.list.filters.length > 0;
  const count = query.data?.total;
  const hasNone = count === 0 && !isFiltered;
  const may = useMay();
  const mayAdd = may(postSong);
  const rows = useRef<HTMLElement>(null);
  const [isSelecting, setSelecting] = useState(false);
  const startSelecting = () => {
    flushSync(() => setSelecting(true));
    rows.current?.querySelector<HTMLElement>(".bulk-all input")?.focus();
  };
  return (
    <>
      <ListHeader
        title={t("manage.list.title")}
        status={
          count === undefined || hasNone
            ? undefined
            : t(isFiltered ? "manage.list.found" : "manage.list.total", {
                count,
                total: formatCount(count, i18n.language),
              })
        }
      >
        {hasNone || !mayAdd ? null : (
          <div className="row my-wraps-do">
            <Link className="btn" to={paths.create}>
              {t("manage.list.new")} <Plus className="i" aria-hidden="true" />
            </Link>
            <div className="wrap-filters-toggle">
              <DisclosureButton
                id={filtersId}
                open={filtersOpen}
                className="btn"
                label={
                  params.list.filters.length === 0
                    ? t("manage.list.filters")
                    : t("manage.list.filtersSet", { count: params.list.filters.length })
                }
                onToggle={setFiltersOpen}
              />
            </div>
            <ActionMenu label={t("manage.list.more")}>
              {count === 0 || !may(postSongActions) ? null : (
                <button type="button" className="btn select-start" onClick={startSelecting}>
                  {t("manage.bulk.start")} <ListChecks className="i" aria-hidden="true" />
                </button>
              )}
              <Link className="btn" to={paths.addRecordings()}>
                {t("recordings.title")} <Upload className="i" aria-hidden="true" />
              </Link>
              <DisclosureButton
                id={filesId}
                open={filesOpen}
                className="btn"
                label={t("manage.files.open")}
                onToggle={setFilesOpen}
              />
              <ExportCatalogue what="SONGS" />
              <ExportCatalogue what="PICTURES" />
            </ActionMenu>
          </div>
        )}
      </ListHeader>
      {/* Without wraps, the header loses its buttons. */}
      <section
        key={hasNone ? "empty" : "list"}
        ref={rows}
        className="sec my-wraps"
        aria-label={t("manage.list.title")}
      >
        {hasNone ? null : (
          <>
            <MatchFiles id={filesId} open={filesOpen} />
            <div id={filtersId} className={filtersOpen ? undefined : "wrap-filters-closed"}>
              <WrapFilters params={params} />
            </div>
          </>
        )}
        <PagedList
          query={query}
          params={params}
          loading={loading}
          empty={hasNone ? <NoWrapsYet /> : <NoneFound />}
        >
          {(songs) => (
            <>
              <SelectableWrapRows songs={songs} isSelecting={isSelecting} />
              <WrapTerms />
            </>
          )}
        </PagedList>
      </section>
    </>
  );
}

const loadFileMatching = () => import("./match-files/file-matching.tsx");

/** Uploads covers and recordings by their names, in a part that is loaded when it is opened. */
function MatchFiles({ id, open }: { id: string; open: boolean }) {
  const { t } = useTranslation();
  const { part, failed, retry } = useLazyModule("file matching", loadFileMatching, open);
  return (
    <div id={id} hidden={!open} className="wrap-files">
      {!open ? null : part !== undefined ? (
        <part.default />
      ) : failed ? (
        <ErrorState message={t("errors.part")} retry={retry} />
      ) : (
        <LoadingRows rows={2} />
      )}
    </div>
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

function toOrder(sort: (typeof sortOrders)[number] | undefined) {
  if (sort === undefined) return {};
  return { sortKey: sort, sortDir: sort === "name" ? "ASC" : "DESC", sortRequested: true } as const;
}
