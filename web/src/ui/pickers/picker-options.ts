import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Image } from "@wrapsody/shared/api/media.ts";
import { useEffect, useState } from "react";

/** An entry that a picker offers. */
export type PickerOption = {
  id: string;
  name: string;
  /** Distinguishes entries of the same name. */
  detail?: string;
  /** Null draws a placeholder; undefined leaves no space for an image. */
  image?: Image | null;
};

/** The list that a picker searches. */
export type PickerSource = {
  /** Starts with the call (`GET my/songs`), so that whatever invalidates the call invalidates this. */
  queryKey: readonly [call: string, ...unknown[]];
  /** `total` counts all entries that match, or as many as the API counts. */
  load(
    search: { text: string; limit: number },
    signal: AbortSignal,
  ): Promise<{ options: readonly PickerOption[]; total: number }>;
};

const DEBOUNCE_MS = 200;
const FIRST_ROWS = 20;
const MORE_ROWS = 40;
/** The API returns no more at once. Further entries are found by typing. */
const MAX_ROWS = 1_000;
const MAX_TEXT_LENGTH = 200;

/**
 * Searches a source while the picker is open, once the user pauses typing. The previous entries stay until the next
 * ones arrive; `isStale` tells them apart.
 */
export function usePickerOptions(source: PickerSource, typed: string, isOpen: boolean) {
  const text = typed.trim().slice(0, MAX_TEXT_LENGTH);
  const settled = useDebounced(text);
  const [grown, setGrown] = useState({ text: "", limit: FIRST_ROWS });
  const limit = grown.text === settled ? grown.limit : FIRST_ROWS;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...source.queryKey, "picker", settled, limit],
    queryFn: async ({ signal }) => ({
      text: settled,
      ...(await source.load({ text: settled, limit }, signal)),
    }),
    enabled: isOpen,
    staleTime: 0,
    placeholderData: keepPreviousData,
    // Personal data leaves the cache with the session.
    meta: { personal: true },
  });
  const isStale = data?.text !== text;
  const failed = error !== null && !isFetching && (isStale || data === undefined);
  return {
    options: data?.options ?? [],
    total: data?.total ?? 0,
    /** The entries belong to another text, or are still loading. */
    isStale,
    isFetching,
    failed,
    hasMore: !isStale && data.options.length < data.total && limit < MAX_ROWS,
    loadMore() {
      if (!isFetching) setGrown({ text: settled, limit: Math.min(MAX_ROWS, limit + MORE_ROWS) });
    },
    retry: () => void refetch(),
  };
}

/** Returns the text once it has not changed for a moment, and an empty text immediately. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === "" ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
