import { useQuery } from "@tanstack/react-query";
import { getDropNfts } from "@wrapsody/shared/experiences.ts";
import type { Order } from "@wrapsody/shared/participation.ts";
import { useEffect, useState } from "react";
import { queryOf } from "../../../../lib/page-data.ts";
import { progressOf } from "./progress.ts";

/** Milliseconds between two looks at a wallet's artworks, and what they are once it takes longer than it should. */
const gap = 5_000;
const lateGap = 60_000;
/** Milliseconds that artwork may take. */
const patience = 30 * 60_000;

/**
 * Looks again and again whether the artwork of an order is there: until it is, and only while the page is in sight.
 * `late`: it has taken longer than it should.
 */
export function useWaiting(order: Order) {
  const late = useLate(order.completed_at);
  const { data, error, refetch } = useQuery({
    ...queryOf(getDropNfts, artworksOf(order)),
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: ({ state }) => !isDone(order, state.data?.data),
    refetchInterval: ({ state }) => (isDone(order, state.data?.data) ? false : late ? lateGap : gap),
  });
  const progress = data === undefined ? undefined : progressOf(order, data.data);
  return { progress, late: late && progress?.done !== true, error, again: () => void refetch() };
}

/** The newest first: more than a few of one wallet are on their way at the same time for nobody. */
function artworksOf({ wallet_address, song_campaign_id }: Order) {
  const is = "==" as const;
  return {
    list: {
      limit: 50,
      filters: [
        { key: "owner_wallet_address", operator: is, value: wallet_address },
        { key: "song_campaign_id", operator: is, value: song_campaign_id },
      ],
    },
  };
}

function isDone(order: Order, artworks: Parameters<typeof progressOf>[1] | undefined): boolean {
  return artworks !== undefined && progressOf(order, artworks).done;
}

function useLate(completedAt: string | null): boolean {
  const due = completedAt === null ? Number.POSITIVE_INFINITY : Date.parse(completedAt) + patience;
  const [late, setLate] = useState(() => Date.now() >= due);
  useEffect(() => {
    if (late || due === Number.POSITIVE_INFINITY) return;
    const timer = window.setTimeout(() => setLate(true), due - Date.now());
    return () => window.clearTimeout(timer);
  }, [late, due]);
  return late;
}
