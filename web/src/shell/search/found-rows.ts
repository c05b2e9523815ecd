import type { Image } from "@wrapsody/shared/api/media.ts";
import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { experienceNumber, wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import { type SearchAnswer, type SearchKind, searchKinds } from "@wrapsody/shared/catalogue/search.ts";
import { useTranslation } from "react-i18next";
import { paths } from "../../paths.ts";
import { asWords } from "../../ui/format/format.ts";

/** A found thing as a row of the screen. */
export type FoundRow = {
  key: string;
  to: string;
  title: string;
  /** Distinguishes rows of the same title; for lyrics, the line that was found. */
  detail: string;
  code: string;
  image: Image | null;
  /** Of wraps, so that the row can play it. */
  song?: Song;
};

export type FoundGroup = { kind: SearchKind; rows: FoundRow[]; total: number };

/** Returns the name of a contributor role in the reader's language. */
export function useRoleName(): (role: string) => string {
  const { t } = useTranslation();
  return (role) => t(`wrap.role.${role}`, { defaultValue: asWords(role) });
}

/** Returns the groups with rows, in the order of the screen. `roleName` names the role of a credit. */
export function listFoundGroups(answer: SearchAnswer, roleName: (role: string) => string): FoundGroup[] {
  const songRow = (song: Song, detail: string): FoundRow => ({
    key: `wrap-${song.id}`,
    to: paths.wrap(song.pretty_id),
    title: song.name,
    detail,
    code: wrapNumber(song.id),
    image: song.image,
    song,
  });
  const { wraps, artists, albums, experiences, tags, lyrics, credits } = answer;
  const rows: Record<SearchKind, FoundRow[]> = {
    wraps: wraps?.data.map((song) => songRow(song, song.artist)) ?? [],
    artists:
      artists?.data.map(({ id, artist_clean_id, name, image }) => ({
        key: `artist-${id}`,
        to: paths.artist(artist_clean_id),
        title: name,
        detail: "",
        code: "",
        image,
      })) ?? [],
    albums:
      albums?.data.map(({ id, pretty_id, name, artist, image }) => ({
        key: `album-${id}`,
        to: paths.album(pretty_id),
        title: name,
        detail: artist,
        code: "",
        image,
      })) ?? [],
    experiences:
      experiences?.data.map(({ id, pretty_id, name, song, image }) => ({
        key: `experience-${id}`,
        to: paths.experience(pretty_id),
        title: name,
        detail: `${song.name}, ${song.artist}`,
        code: experienceNumber(id),
        image,
      })) ?? [],
    tags:
      tags?.data.map(({ key, name }) => ({
        key: `tag-${key}`,
        to: paths.tag(key),
        title: name,
        detail: "",
        code: "",
        image: null,
      })) ?? [],
    lyrics: lyrics?.data.map(({ song, line }) => songRow(song, line)) ?? [],
    credits: credits?.data.map(({ song, role, value }) => songRow(song, `${roleName(role)}: ${value}`)) ?? [],
  };
  return searchKinds.flatMap((kind) =>
    rows[kind].length === 0 ? [] : [{ kind, rows: rows[kind], total: answer[kind]?.total ?? 0 }],
  );
}
