import { statisticsDays } from "@wrapsody/shared/statistics.ts";
import type { OwnArtist, OwnSong } from "@wrapsody/shared/studio.ts";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { type StatisticsFilters, statisticsPath } from "./filters.ts";

type Choice = { filters: StatisticsFilters; songs: readonly OwnSong[]; artists: readonly OwnArtist[] };

/** Selects the days and the wraps. The selection is part of the URL. */
export function StatisticsChoice({ filters, songs, artists }: Choice) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const { selection, choose } = useOptimisticFilters(filters);
  const show = (next: StatisticsFilters) => {
    choose(next);
    void navigate(statisticsPath(next), { preventScrollReset: true });
  };
  return (
    <form className="stat-choice" onSubmit={(event) => event.preventDefault()}>
      <div className="f" role="radiogroup" aria-labelledby={id}>
        <span id={id} className="lab">
          {t("statistics.days")}
        </span>
        <div className="seg num">
          {statisticsDays.map((days) => (
            <label key={days}>
              <input
                type="radio"
                name="days"
                checked={days === selection.days}
                onChange={() => show({ ...selection, days })}
              />
              {days}
            </label>
          ))}
        </div>
      </div>
      <WrapsField filters={selection} songs={songs} artists={artists} onChoice={show} />
    </form>
  );
}

/** Returns the last selection until the URL changes, so that the fields respond before the navigation ends. */
function useOptimisticFilters(filters: StatisticsFilters) {
  const address = statisticsPath(filters);
  const [{ selection, since }, setSelection] = useState({ selection: filters, since: address });
  if (since !== address) setSelection({ selection: filters, since: address });
  return {
    selection,
    choose: (next: StatisticsFilters) => setSelection({ selection: next, since: address }),
  };
}

function WrapsField({
  filters,
  songs,
  artists,
  onChoice,
}: Choice & { onChoice: (next: StatisticsFilters) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const { days } = filters;
  const song = songs.find((each) => filters.song === String(each.id) || filters.song === each.pretty_id);
  const choose = (value: string) => {
    const [kind, number] = value.split(" ");
    if (kind === "artist") return onChoice({ days, artist: Number(number) });
    onChoice(kind === "song" && number !== undefined ? { days, song: number } : { days });
  };
  return (
    <div className="f">
      <label htmlFor={id}>{t("statistics.wraps")}</label>
      <div className="in">
        <select
          id={id}
          value={selectedOption(filters, song)}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">{t("statistics.allWraps")}</option>
          {filters.song !== undefined && song === undefined && (
            <option value={`song ${filters.song}`}>{t("statistics.oneWrap")}</option>
          )}
          {artists.map((artist) => (
            <optgroup key={artist.id} label={artist.name}>
              <option value={`artist ${artist.id}`}>{t("statistics.allBy", { artist: artist.name })}</option>
              {songs
                .filter(({ artist_id }) => artist_id === artist.id)
                .map((each) => (
                  <option key={each.id} value={`song ${each.id}`}>
                    {each.name}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </div>
    </div>
  );
}

function selectedOption(filters: StatisticsFilters, song: OwnSong | undefined): string {
  if (filters.artist !== undefined) return `artist ${filters.artist}`;
  if (filters.song === undefined) return "";
  return `song ${song?.id ?? filters.song}`;
}
