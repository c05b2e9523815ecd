import { listingStates } from "@wrapsody/shared/studio/studio.ts";
import { useTranslation } from "react-i18next";
import { choiceParam, idParam, type ListParams, textParam } from "../../../../lib/pages/list-params.ts";
import { paths } from "../../../../paths.ts";
import { FilterSelect, ListFilters, SearchField } from "../../../../ui/lists/filters.tsx";
import { FilterPicker } from "../../../../ui/pickers/filter-picker.tsx";
import { toArtistOption, useArtistSource, useOwnArtist } from "../../../../ui/pickers/own-lists.ts";

/** Sort orders besides the newest first. */
export const sortOrders = ["name", "plays", "points"] as const;

/** The list of the publisher's wraps. */
export const list = {
  pageSize: 20,
  params: {
    q: textParam("name", "~~"),
    artist: idParam("artist_id"),
    status: choiceParam(listingStates, "status"),
    sort: choiceParam(sortOrders),
  },
  path: paths.myWraps,
};

/** Searches wraps by title, artist and state, and sorts them. */
export function WrapFilters({ params }: { params: ListParams<typeof list.params> }) {
  const { t } = useTranslation();
  const { q, status, artist, sort } = params.filters;
  return (
    <ListFilters label={t("manage.list.find")} params={params} className="wrap-filters">
      <SearchField
        q={q}
        label={t("manage.list.byTitle")}
        go={t("manage.list.search")}
        className="wrap-find"
      />
      <FilterSelect name="status" label={t("manage.list.state")} value={status}>
        <option value="">{t("manage.list.everyState")}</option>
        {listingStates.map((state) => (
          <option key={state} value={state}>
            {t(`manage.state.${state}`)}
          </option>
        ))}
      </FilterSelect>
      <ArtistFilter artist={artist} />
      <FilterSelect name="sort" label={t("manage.list.sort")} value={sort}>
        <option value="">{t("manage.list.newest")}</option>
        {sortOrders.map((order) => (
          <option key={order} value={order}>
            {t(`manage.list.order.${order}`)}
          </option>
        ))}
      </FilterSelect>
    </ListFilters>
  );
}

function ArtistFilter({ artist }: { artist: number | undefined }) {
  const { t } = useTranslation();
  const source = useArtistSource();
  const { data } = useOwnArtist(artist === undefined ? undefined : String(artist));
  return (
    <FilterPicker
      name="artist"
      label={t("manage.list.artist")}
      source={source}
      value={artist}
      chosen={data === undefined ? undefined : toArtistOption(t, data)}
      none={t("manage.list.everyArtist")}
    />
  );
}
