import { useQuery } from "@tanstack/react-query";
import { getMySongs, type OwnSong } from "@wrapsody/shared/studio/studio.ts";
import { foldName } from "@wrapsody/shared/text/fold-words.ts";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { searchList } from "../../../../ui/pickers/own-lists.ts";

/** Wraps that are compared with the title. */
const MAX_SIMILAR = 20;

/** Whose titles are compared: those of an artist, without the edited wrap. */
export type TitleOwner = { artist: number; song?: number };

/** Finds a wrap of the same artist with a similar title; undefined for an empty title. */
export function useSimilarSong(title: string, { artist, song }: TitleOwner): OwnSong | undefined {
  const text = title.trim();
  const { limit, filters } = searchList({ text, limit: MAX_SIMILAR });
  const ofArtist = { key: "artist_id", operator: "==" as const, value: artist };
  const { data } = useQuery({
    ...queryOf(getMySongs, { list: { limit, filters: [...filters, ofArtist] } }),
    enabled: text !== "",
    retry: false,
  });
  const folded = foldName(text);
  return text === ""
    ? undefined
    : data?.data.find(({ id, name }) => id !== song && foldName(name) === folded);
}
