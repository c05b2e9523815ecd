import { getMyAlbums, type OwnAlbum, postAlbum } from "@wrapsody/shared/catalogue/albums.ts";
import { getMyArtists } from "@wrapsody/shared/studio/studio.ts";
import Plus from "lucide-react/icons/plus";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../../lib/language/language.ts";
import { useFlashParam } from "../../../../lib/pages/flash-param.ts";
import {
  choiceParam,
  idParam,
  type ListParams,
  textParam,
  useListParams,
} from "../../../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { EmptyState, FirstStep } from "../../../../ui/feedback/states.tsx";
import { StatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { formatCount, formatDate } from "../../../../ui/format/format.ts";
import { FilterSelect, ListFilters, SearchField } from "../../../../ui/lists/filters.tsx";
import { ListHeader, useTotalText } from "../../../../ui/lists/paged-list.tsx";
import { FilterPicker } from "../../../../ui/pickers/filter-picker.tsx";
import { toArtistOption, useArtistSource, useOwnArtist } from "../../../../ui/pickers/own-lists.ts";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { PagedList, type PageHandle, QueryState, useAuthedQuery, useMay } from "../../../accounts/index.ts";
import { yearNote } from "../wrap-form/typed-date.ts";
import type { Route } from "./+types/my-albums";
import "./my-albums.css";

/** Sort orders besides the latest addition first. */
const sortOrders = ["release_date", "name"] as const;

const list = {
  pageSize: 20,
  params: {
    q: textParam("name", "~~"),
    artist: idParam("artist_id"),
    sort: choiceParam(sortOrders),
  },
  path: paths.myAlbums,
};

const loading = { rows: 6, height: "4.5rem" };
export const handle = { loading } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("albums.title"), language);
}

export default function MyAlbumsPage() {
  const { t } = useTranslation();
  const params = useListParams(list);
  const success = useFlashParam("success");
  const mayAdd = useMay()(postAlbum);
  const { sort = "created_at" } = params.filters;
  const order = { sortKey: sort, sortDir: sort === "name" ? "ASC" : "DESC", sortRequested: true } as const;
  const query = useAuthedQuery(getMyAlbums, { list: { ...params.list, ...order } });
  const isFiltered = params.list.filters.length > 0;
  const count = query.data?.total;
  const hasNone = count === 0 && !isFiltered;
  const status = useTotalText("albums.total", count);
  return (
    <>
      <ListHeader title={t("albums.title")} status={hasNone ? undefined : status}>
        {hasNone || !mayAdd ? null : (
          <Link className="btn" to={paths.createAlbum({ artist: params.filters.artist })}>
            {t("albums.new")} <Plus className="i" aria-hidden="true" />
          </Link>
        )}
      </ListHeader>
      <StatusMessage text={success} />
      {/* Without albums, the header loses its button. */}
      <section key={hasNone ? "empty" : "list"} className="sec my-albums" aria-label={t("albums.title")}>
        {hasNone ? null : <AlbumFilters params={params} />}
        <PagedList
          query={query}
          params={params}
          loading={loading}
          empty={hasNone ? <NoAlbumsYet /> : <NoneFound />}
        >
          {(albums) => <AlbumRows albums={albums} />}
        </PagedList>
      </section>
    </>
  );
}

/** Searches albums by name and artist, and sorts them. */
function AlbumFilters({ params }: { params: ListParams<typeof list.params> }) {
  const { t } = useTranslation();
  const { q, artist, sort } = params.filters;
  const source = useArtistSource();
  const { data } = useOwnArtist(artist === undefined ? undefined : String(artist));
  return (
    <ListFilters label={t("albums.find")} params={params} className="album-filters">
      <SearchField q={q} label={t("albums.byName")} go={t("manage.list.search")} className="album-find" />
      <FilterPicker
        name="artist"
        label={t("manage.list.artist")}
        source={source}
        value={artist}
        chosen={data === undefined ? undefined : toArtistOption(t, data)}
        none={t("manage.list.everyArtist")}
      />
      <FilterSelect name="sort" label={t("manage.list.sort")} value={sort}>
        <option value="">{t("manage.list.newest")}</option>
        {sortOrders.map((order) => (
          <option key={order} value={order}>
            {t(`albums.order.${order}`)}
          </option>
        ))}
      </FilterSelect>
    </ListFilters>
  );
}

function AlbumRows({ albums }: { albums: readonly OwnAlbum[] }) {
  const { t } = useTranslation();
  return (
    <div className="own-albums">
      <div className="own-album own-albums-h" aria-hidden="true">
        <span />
        <span>{t("albums.column.album")}</span>
        <span>{t("albums.column.type")}</span>
        <span>{t("albums.column.released")}</span>
        <span>{t("albums.column.tracks")}</span>
      </div>
      <ul>
        {albums.map((album) => (
          <AlbumRow key={album.id} album={album} />
        ))}
      </ul>
    </div>
  );
}

function AlbumRow({ album }: { album: OwnAlbum }) {
  const { t, i18n } = useTranslation();
  const { id, name, artist, cover, release_date, tracks, public_tracks } = album;
  return (
    <li className="own-album">
      <Picture image={cover} alt="" sizes="56px" />
      <span className="own-album-name">
        <Link className="b" to={paths.editAlbum(id)}>
          {name}
        </Link>
        <span className="dim">{artist}</span>
      </span>
      <span className="own-album-type">{t(`album.type.${album.type}`)}</span>
      <span className="own-album-date num">
        {release_date === null ? (
          <span className="dim">{t("albums.noDate")}</span>
        ) : (
          formatDate(release_date, i18n.language)
        )}
        {release_date !== null && <span className="own-album-year">{yearNote(t, release_date)}</span>}
      </span>
      <span className="own-album-tracks">
        <span className="own-album-count num" aria-hidden="true">
          {formatCount(tracks, i18n.language)}
        </span>
        <span className="own-album-word">
          {tracks === 0 ? t("albums.noTracks") : t("album.tracks", { count: tracks, total: tracks })}
        </span>
        {tracks > 0 && public_tracks < tracks && (
          <span className="dim">
            {public_tracks === 0
              ? t("albums.nonePublic")
              : t("albums.somePublic", { count: public_tracks, total: public_tracks })}
          </span>
        )}
      </span>
    </li>
  );
}

/** One suffices to tell whether there is an artist. */
const firstArtist = { list: { limit: 1, sortKey: "name", sortDir: "ASC" } } as const;

/** Suggests the first step: create an artist, then an album. */
function NoAlbumsYet() {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getMyArtists, firstArtist);
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={1} />;
  return data.total === 0 ? (
    <FirstStep
      title={t("albums.none")}
      text={t("albums.noArtist")}
      to={paths.createArtist}
      label={t("studio.artists.first")}
    />
  ) : (
    <FirstStep
      title={t("albums.none")}
      text={t("albums.noneText")}
      to={paths.createAlbum()}
      label={t("albums.first")}
    />
  );
}

function NoneFound() {
  const { t } = useTranslation();
  return (
    <EmptyState title={t("albums.noneFound")}>
      <Link className="u b" to={paths.myAlbums()}>
        {t("albums.showAll")}
      </Link>
    </EmptyState>
  );
}
