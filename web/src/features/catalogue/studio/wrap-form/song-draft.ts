import { writeDuration } from "@wrapsody/shared/catalogue/durations.ts";
import type { OwnSongAnswer } from "@wrapsody/shared/studio/studio.ts";
import { type Draft, emptyDraft, type ListName, listNames, newRow, type Row } from "./draft.ts";

/** Returns the draft of a wrap as its publisher stored it, with a title that awaits approval. Its owners and lyrics have forms of their own and stay empty here. */
export function toDraft({
  song,
  detail,
  genre_tags,
}: Pick<OwnSongAnswer, "song" | "detail" | "genre_tags">): Draft {
  const blank = emptyDraft();
  const values: Partial<Record<ListName, Row["values"][]>> = {
    albums: detail.albums.map(({ name, track_number, release_date, isrc, languages }) => ({
      name,
      trackNumber: String(track_number),
      releaseDate: release_date ?? "",
      isrc: isrc ?? "",
      languages: languages.join(", "),
    })),
    credits: detail.credits.map(({ role, value }) => ({ name: value, role })),
    dates: detail.dates.map(({ date_type, date }) => ({ type: date_type, date })),
    dsps: detail.dsps.map(({ dsp, link }) => ({ id: dsp, songId: link })),
    tags: detail.tags.map(({ id, tag }) => ({ tag, genre: String(genre_tags.includes(id)) })),
  };
  let rowNumber = blank.made;
  const rows = listNames.map((list) => {
    const filled = values[list] ?? [];
    if (filled.length === 0) return [list, blank.lists[list]];
    return [list, filled.map((row) => newRow(list, rowNumber++, row))];
  });
  return {
    basics: {
      ...blank.basics,
      name: song.changes.find(({ field }) => field === "TITLE")?.title ?? song.name,
      artist: song.artist,
      iswc: song.iswc ?? "",
      nickname: song.nickname ?? "",
      duration: song.duration === 0 ? "" : writeDuration(song.duration),
      description: song.metadata.description,
    },
    lists: { ...blank.lists, ...Object.fromEntries(rows) },
    made: rowNumber,
  };
}
