import { type ListingState, listingStates, type OwnArtist } from "@wrapsody/shared/studio.ts";
import { type ChangeEvent, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { paths } from "../../../../paths.ts";
import { SearchField, searchTextOf } from "../../../../ui/forms/search-field.tsx";

/** Sort orders besides the newest first. */
export const sortOrders = ["name", "plays", "points"] as const;

/** Filters and sort order of the publisher's wraps. The default order is newest first. */
export type WrapListFilters = {
  q: string;
  artist?: number;
  status?: ListingState;
  sort?: (typeof sortOrders)[number];
};

/** Searches wraps by title, artist and state. The filters are part of the URL. */
export function WrapFilters({
  filters,
  artists,
}: {
  filters: WrapListFilters;
  artists: readonly OwnArtist[];
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const show = (form: HTMLFormElement) => void navigate(addressOf(form), { preventScrollReset: true });
  const changed = (event: ChangeEvent<HTMLSelectElement>) => {
    if (event.target.form !== null) show(event.target.form);
  };
  return (
    <search aria-label={t("manage.list.find")}>
      <form
        className="wrap-filters"
        onSubmit={(event) => {
          event.preventDefault();
          show(event.currentTarget);
        }}
      >
        <SearchField
          q={filters.q}
          label={t("manage.list.byTitle")}
          go={t("manage.list.search")}
          className="wrap-find"
        />
        <Choice name="status" label={t("manage.list.state")} value={filters.status} onChange={changed}>
          <option value="">{t("manage.list.everyState")}</option>
          {listingStates.map((state) => (
            <option key={state} value={state}>
              {t(`manage.state.${state}`)}
            </option>
          ))}
        </Choice>
        <Choice name="artist" label={t("manage.list.artist")} value={filters.artist} onChange={changed}>
          <option value="">{t("manage.list.everyArtist")}</option>
          {artists.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice name="sort" label={t("manage.list.sort")} value={filters.sort} onChange={changed}>
          <option value="">{t("manage.list.newest")}</option>
          {sortOrders.map((order) => (
            <option key={order} value={order}>
              {t(`manage.list.order.${order}`)}
            </option>
          ))}
        </Choice>
      </form>
    </search>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  value: string | number | undefined;
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void;
  children: ReactNode;
};

function Choice({ name, label, value, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="f">
      <label htmlFor={id}>{label}</label>
      <div className="in">
        <select id={id} name={name} value={value ?? ""} onChange={onChange}>
          {children}
        </select>
      </div>
    </div>
  );
}

function addressOf(form: HTMLFormElement): string {
  const data = new FormData(form);
  const of = (name: string) => String(data.get(name) ?? "").trim();
  const artist = of("artist");
  return paths.myWraps({
    q: searchTextOf(form),
    status: of("status"),
    ...(artist === "" ? {} : { artist: Number(artist) }),
    sort: of("sort"),
  });
}
