import { useQuery } from "@tanstack/react-query";
import { getMyArtists, type OwnArtist } from "@wrapsody/shared/studio/studio.ts";
import { foldName } from "@wrapsody/shared/text/fold-words.ts";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { searchList } from "../../../../ui/pickers/own-lists.ts";

/** Artists that are compared with the name. */
const MAX_SIMILAR = 20;

/** Finds an artist of the user with a similar name; undefined for an empty name. */
export function useSimilarArtist(name: string): OwnArtist | undefined {
  const text = name.trim();
  const { data } = useQuery({
    ...queryOf(getMyArtists, { list: searchList({ text, limit: MAX_SIMILAR }) }),
    enabled: text !== "",
    retry: false,
  });
  const folded = foldName(text);
  return text === "" ? undefined : data?.data.find((artist) => foldName(artist.name) === folded);
}
