import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getSearch, searchKinds, searchLimits } from "@wrapsody/shared/catalogue/search.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import Search from "lucide-react/icons/search";
import { useTranslation } from "react-i18next";
import { Form, Link } from "react-router";
import { textIn } from "../../lib/language/language.ts";
import { loadNamespaces } from "../../lib/language/namespaces.ts";
import { useLazyModule } from "../../lib/lazy-module.ts";
import { choiceParam, parseText, useListParams } from "../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../lib/pages/meta.ts";
import { queryOf } from "../../lib/pages/page-data.ts";
import { paths } from "../../paths.ts";
import { PlayButton } from "../../shell/player/play-button.tsx";
import { type FoundGroup, listFoundGroups, useRoleName } from "../../shell/search/found-rows.ts";
import { EmptyState, ErrorState, FirstStep, LoadingRows } from "../../ui/feedback/states.tsx";
import { formatTotal } from "../../ui/format/format.ts";
import { ListHeader, ListPage, useTotalText } from "../../ui/lists/paged-list.tsx";
import { CoverLink } from "../../ui/pictures/cover-link.tsx";
import { Picture } from "../../ui/pictures/picture.tsx";
import type { Route } from "./+types/search";

export async function clientLoader() {
  await loadNamespaces("search");
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <section className="sec">
      <LoadingRows rows={6} />
    </section>
  );
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return [...titleOnly(textIn(language)("shell.search"), language), { name: "robots", content: "noindex" }];
}

const ROWS_PER_KIND = 6;
const list = {
  pageSize: 24,
  params: {
    q: { parse: (text: string) => parseText(text, searchLimits.text) },
    kind: choiceParam(searchKinds),
  },
  path: paths.searchAll,
};

/** Searches wraps, artists, albums, experiences, tags, lyrics and credits. */
export default function SearchPage() {
  const { t } = useTranslation();
  const params = useListParams(list);
  const { q = "", kind } = params.filters;
  const roleName = useRoleName();
  const { data, isError, refetch, isPlaceholderData } = useQuery({
    ...queryOf(getSearch, {
      query:
        kind === undefined
          ? { q, limit: ROWS_PER_KIND }
          : { q, kind, limit: params.pageSize, offset: params.list.offset },
    }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
  const groups = data === undefined || q === "" ? undefined : listFoundGroups(data, roleName);
  const total = groups?.reduce((sum, group) => sum + group.total, 0);
  const [only] = groups ?? [];
  const status = useTotalText("search.found", total);
  const foundFor = status === undefined ? undefined : t("search.foundFor", { total: status, q });
  return (
    <>
      <search className="find" aria-label={t("search.title")}>
        <Form action={paths.searchAll()} method="get" className="find-form" key={q}>
          <label>
            <Search className="i" aria-hidden="true" />
            <span className="vh">{t("search.title")}</span>
            <input
              type="search"
              name="q"
              defaultValue={q}
              placeholder={t("search.placeholder")}
              maxLength={searchLimits.text}
              autoComplete="off"
              enterKeyHint="search"
            />
          </label>
          {kind === undefined ? null : <input type="hidden" name="kind" value={kind} />}
          <button type="submit" className="btn go">
            <span>{t("shell.search")}</span> <ArrowRight className="i" aria-hidden="true" />
          </button>
        </Form>
      </search>
      {kind === undefined ? (
        <header className="page-h search-h">
          <div>
            <h1 className="title">{foundFor ?? t("shell.search")}</h1>
            <p className="vh" role="status">
              {foundFor}
            </p>
          </div>
        </header>
      ) : (
        <ListHeader title={t(`search.kind.${kind}`)} status={status} />
      )}
      {kind === undefined ? null : (
        <p className="search-back">
          <Link to={paths.searchAll({ q })}>{t("search.all")}</Link>
        </p>
      )}
      {q === "" ? (
        <section className="sec search-none">
          <EmptyState title={t("search.hint")} />
        </section>
      ) : isError ? (
        <section className="sec search-none">
          <ErrorState message={t("search.failed")} retry={() => void refetch()} />
        </section>
      ) : groups === undefined ? (
        <LoadingRows rows={6} />
      ) : (
        <div aria-busy={isPlaceholderData}>
          {kind === undefined ? (
            groups.length === 0 ? (
              <NothingFound />
            ) : (
              groups.map((group) => <Group key={group.kind} group={group} q={q} />)
            )
          ) : (
            <ListPage
              rows={only?.rows ?? []}
              total={only?.total ?? 0}
              params={params}
              empty={<NothingFound />}
            >
              {() => (only === undefined ? null : <Rows group={only} />)}
            </ListPage>
          )}
        </div>
      )}
    </>
  );
}

const loadNewest = () => import("./newest-wraps.tsx");

function NothingFound() {
  const { t } = useTranslation();
  const { part } = useLazyModule("search-newest", loadNewest);
  return (
    <>
      <section className="sec search-none">
        <FirstStep title={t("search.noneHint")} to={paths.wraps()} label={t("wrap.browse")} isSecond />
      </section>
      {part && <part.NewestWraps />}
    </>
  );
}

function Group({ group, q }: { group: FoundGroup; q: string }) {
  const { t, i18n } = useTranslation();
  const { kind, rows, total } = group;
  return (
    <section className="sec search-group" aria-labelledby={`found-${kind}`}>
      <h2 id={`found-${kind}`} className="head">
        {t(`search.kind.${kind}`)} <sup>{formatTotal(total, i18n.language)}</sup>
      </h2>
      <Rows group={group} />
      {total > rows.length ? (
        <Link className="btn s" to={paths.searchAll({ q, kind })}>
          {t("search.allOf", { kind: t(`search.kind.${kind}`).toLocaleLowerCase(i18n.language) })}
        </Link>
      ) : null}
    </section>
  );
}

function Rows({ group: { kind, rows } }: { group: FoundGroup }) {
  const from = {
    id: `search/${kind}`,
    songs: rows.flatMap(({ song }) => (song === undefined ? [] : [song])),
  };
  return (
    <ul className="found">
      {rows.map(({ key, to, title, detail, code, image, song }) => (
        <li key={key}>
          <span className="search-cover">
            <Picture image={image} alt="" sizes="48px" />
          </span>
          <span className="found-text">
            <CoverLink className="b" to={to}>
              {title}
            </CoverLink>
            {detail === "" ? null : <span className="small dim">{detail}</span>}
          </span>
          <span className="code dim" aria-hidden="true">
            {code}
          </span>
          {song === undefined ? null : <PlayButton song={song} from={from} className="sq" />}
        </li>
      ))}
    </ul>
  );
}
