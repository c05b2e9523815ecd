import { useQuery } from "@tanstack/react-query";
import { wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import {
  getMyArtist,
  getMyArtists,
  getMySong,
  getMySongs,
  type OwnArtist,
  type OwnSong,
} from "@wrapsody/shared/studio/studio.ts";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../lib/api/api-fetch.ts";
import { queryOf } from "../../lib/pages/page-data.ts";
import type { PickerOption, PickerSource } from "./picker-options.ts";

/**
 * Builds the part of a list call that a picker searches: by relevance, without a text the newest first. Wraps have the key `text`, which finds
 * their artists and numbers, too.
 */
export function searchList({ text, limit }: { text: string; limit: number }, key: "name" | "text" = "name") {
  const filters = text === "" ? [] : [{ key, operator: "~~" as const, value: text }];
  return { limit, filters };
}

/** The user's wraps in every state. */
export function useWrapSource(): PickerSource {
  const { t } = useTranslation();
  return {
    queryKey: [`${getMySongs.method} ${getMySongs.path}`],
    async load(search, signal) {
      const { data, total } = await apiFetch(getMySongs, { list: searchList(search, "text") }, signal);
      return { options: data.map((song) => toWrapOption(t, song)), total };
    },
  };
}

/** Names a wrap by its title, with artist, number and, unless it is public, its state. */
export function toWrapOption(t: TFunction, { id, name, artist, image, status }: OwnSong): PickerOption {
  const state = status === "ACTIVE" ? [] : [t(`manage.state.${status}`)];
  return { id: String(id), name, detail: [artist, wrapNumber(id), ...state].join(", "), image };
}

/** Loads a chosen wrap by id or pretty id, because a picker may not have loaded it. */
export function useOwnWrap(reference: string | undefined) {
  return useQuery({
    ...queryOf(getMySong, { params: { id: reference ?? "" } }),
    enabled: reference !== undefined,
  });
}

/** The user's artists. */
export function useArtistSource(): PickerSource {
  const { t } = useTranslation();
  return {
    queryKey: [`${getMyArtists.method} ${getMyArtists.path}`],
    async load(search, signal) {
      const { data, total } = await apiFetch(getMyArtists, { list: searchList(search) }, signal);
      return { options: data.map((artist) => toArtistOption(t, artist)), total };
    },
  };
}

/** Names an artist by number of wraps and address, too, because several may have the same name. */
export function toArtistOption(t: TFunction, artist: OwnArtist): PickerOption {
  return { id: String(artist.id), name: artist.name, detail: describeArtist(t, artist), image: artist.image };
}

export function describeArtist(t: TFunction, { songs, artist_clean_id: address }: OwnArtist): string {
  return t("studio.artists.detail", { count: songs, address });
}

/** Loads a chosen artist. */
export function useOwnArtist(id: string | undefined) {
  return useQuery({ ...queryOf(getMyArtist, { params: { id: id ?? "" } }), enabled: id !== undefined });
}
