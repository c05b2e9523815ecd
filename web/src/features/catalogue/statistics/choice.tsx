import { statisticsDays } from "@wrapsody/shared/studio/statistics.ts";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Segments } from "../../../ui/forms/segments.tsx";
import {
  toArtistOption,
  toWrapOption,
  useArtistSource,
  useOwnArtist,
  useOwnWrap,
  useWrapSource,
} from "../../../ui/pickers/own-lists.ts";
import { Picker } from "../../../ui/pickers/picker.tsx";
import type { PickerOption, PickerSource } from "../../../ui/pickers/picker-options.ts";
import { type StatisticsFilters, statisticsPath } from "./filters.ts";

type Choice = { filters: StatisticsFilters };

/** Selects the days and the wraps. The selection is part of the URL. */
export function StatisticsChoice({ filters }: Choice) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { selection, choose } = useOptimisticFilters(filters);
  const show = (next: StatisticsFilters) => {
    choose(next);
    void navigate(statisticsPath(next), { preventScrollReset: true });
  };
  return (
    <form className="stat-choice" onSubmit={(event) => event.preventDefault()}>
      <Segments
        label={t("statistics.days")}
        name="days"
        options={statisticsDays.map((days) => ({ value: `${days}`, text: `${days}` }))}
        value={`${selection.days}`}
        onChoose={(value) => {
          const days = statisticsDays.find((known) => `${known}` === value);
          if (days !== undefined) show({ ...selection, days });
        }}
      />
      <WrapsField filters={selection} onChoice={show} />
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

type WrapsFieldProps = Choice & { onChoice: (next: StatisticsFilters) => void };

/** Selects a wrap, all wraps of an artist, or all wraps. */
function WrapsField({ filters, onChoice }: WrapsFieldProps) {
  const { t } = useTranslation();
  const source = useStatisticsSource();
  const chosen = useChosenEntry(filters);
  const { days } = filters;
  return (
    <Picker
      label={t("statistics.wraps")}
      name="wraps"
      source={source}
      chosen={chosen}
      none={t("statistics.allWraps")}
      problem={undefined}
      onChoose={(option) => {
        const [, kind, id = ""] = /^(artist|song)-(.*)$/.exec(option?.id ?? "") ?? [];
        if (kind === "artist") return onChoice({ days, artist: Number(id) });
        onChoice(kind === "song" ? { days, song: id } : { days });
      }}
    />
  );
}

/** Artists offered above the wraps. Others are found by typing. */
const MAX_ARTISTS = 5;

/** The user's artists and wraps. The kind is part of an entry's id. */
function useStatisticsSource(): PickerSource {
  const { t } = useTranslation();
  const songs = useWrapSource();
  const artists = useArtistSource();
  return {
    queryKey: [...songs.queryKey, "with artists"],
    async load(search, signal) {
      const [ofSongs, ofArtists] = await Promise.all([
        songs.load(search, signal),
        artists.load({ ...search, limit: MAX_ARTISTS }, signal),
      ]);
      const options = [
        ...ofArtists.options.map((artist) => allBy(t, artist)),
        ...ofSongs.options.map((song) => ({ ...song, id: `song-${song.id}` })),
      ];
      return { options, total: ofSongs.total + ofArtists.options.length };
    },
  };
}

function allBy(t: TFunction, { id, name, ...artist }: PickerOption): PickerOption {
  return { ...artist, id: `artist-${id}`, name: t("statistics.allBy", { artist: name }) };
}

/** Names the selection of the URL, which may have the pretty id of a wrap. */
function useChosenEntry({ artist, song }: StatisticsFilters): PickerOption | undefined {
  const { t } = useTranslation();
  const ofSong = useOwnWrap(song);
  const ofArtist = useOwnArtist(artist === undefined ? undefined : String(artist));
  if (song !== undefined) {
    if (ofSong.data === undefined) return { id: `song-${song}`, name: t("statistics.oneWrap") };
    const option = toWrapOption(t, ofSong.data.song);
    return { ...option, id: `song-${option.id}` };
  }
  if (artist === undefined) return undefined;
  if (ofArtist.data === undefined)
    return { id: `artist-${artist}`, name: t("statistics.allBy", { artist: "…" }) };
  return allBy(t, toArtistOption(t, ofArtist.data));
}
