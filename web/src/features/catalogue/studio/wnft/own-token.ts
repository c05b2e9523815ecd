import { useQuery } from "@tanstack/react-query";
import { getMySongNft } from "@wrapsody/shared/catalogue/wnft.ts";
import { useEffect, useRef } from "react";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { useSignedIn } from "../../../../lib/storage/session.ts";
import { useSongChanged } from "../manage/own-song.ts";

/** Poll interval while something is pending. */
const POLL_INTERVAL_MS = 3_000;

/** Queries the token of the publisher's wrap, and polls while the mint or a transfer is pending. */
export function useOwnToken(songId: number) {
  const enabled = useSignedIn();
  const token = useQuery({
    ...queryOf(getMySongNft, { params: { id: String(songId) } }),
    enabled,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.state === "PENDING" || data?.transfers[0]?.state === "PENDING" ? POLL_INTERVAL_MS : false,
  });
  useMintedRefresh(songId, token.data?.state);
  return token;
}

/** Refreshes everything that shows the wrap after the mint succeeded or failed. */
function useMintedRefresh(songId: number, state: string | undefined): void {
  const changed = useSongChanged();
  const before = useRef<string>(undefined);
  useEffect(() => {
    if (before.current === "PENDING" && state !== undefined && state !== "PENDING") void changed(songId);
    before.current = state;
  });
}
