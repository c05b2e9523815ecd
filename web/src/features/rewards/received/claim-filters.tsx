import { claimStates } from "@wrapsody/shared/claims.ts";
import { getMySongs } from "@wrapsody/shared/studio.ts";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import { useAuthedQuery } from "../../accounts/index.ts";
import { FilterSelect } from "../lists/filter-links.tsx";
import type { ClaimFilter } from "./claim-filter.ts";

/** Filters the list by status or wrap. The URL holds the filter. */
export function ClaimFilters({ filter }: { filter: ClaimFilter }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data } = useAuthedQuery(getMySongs, { list: { limit: 999, sortKey: "name", sortDir: "ASC" } });
  const show = (change: { state?: string; song?: string }) => {
    const { state = filter.state, song = filter.song } = change;
    const query = { ...(state && { state }), ...(song && { song: Number(song) }) };
    void navigate(paths.receivedClaims(query), { preventScrollReset: true });
  };
  return (
    <search aria-label={t("received.find")} className="to-decide-filters">
      <FilterSelect label={t("received.state")} value={filter.state} choose={(state) => show({ state })}>
        <option value="">{t("received.everyState")}</option>
        {claimStates.map((state) => (
          <option key={state} value={state}>
            {t(`claims.state.${state}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect label={t("received.wrap")} value={filter.song} choose={(song) => show({ song })}>
        <option value="">{t("received.everyWrap")}</option>
        {data?.data.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FilterSelect>
    </search>
  );
}
