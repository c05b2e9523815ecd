import { useQuery } from "@tanstack/react-query";
import { getDropNfts } from "@wrapsody/shared/experiences.ts";
import { getOrderArtwork, type Order, type OrderArtwork } from "@wrapsody/shared/participation.ts";
import { useEffect, useState } from "react";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import type { OrderAddress } from "./order-address.ts";
import { orderProgress } from "./progress.ts";

/** Milliseconds between two looks at an artwork, and what they are once it takes longer than it should. */
const POLL_INTERVAL_MS = 5_000;
const LATE_POLL_INTERVAL_MS = 60_000;
/** Milliseconds that artwork may take. */
const LATE_AFTER_MS = 30 * 60_000;

/**
 * Looks again and again whether the artwork of an order is there: until it is, or has failed, and only while the page is in
 * sight. `late`: it has taken longer than it should.
 */
export function useWaiting(order: Order, { c, i }: OrderAddress) {
  const late = useLate(order.completed_at);
  const own = useQuery({
    ...queryOf(getOrderArtwork, { params: { id: i }, query: { code: c } }),
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: ({ state }) => !isMinted(state.data),
    refetchInterval: ({ state }) => pollInterval(state.data, late),
  });
  const others = useQuery({
    ...queryOf(getDropNfts, artworksOf(order)),
    staleTime: 0,
    retry: false,
    refetchInterval: pollInterval(own.data, late),
  });
  const progress = own.data && orderProgress(order, own.data, others.data?.data ?? []);
  return {
    progress,
    late: late && progress?.done !== true,
    error: own.error,
    retry: () => void own.refetch(),
  };
}

const isMinted = (own: OrderArtwork | undefined) => (own?.participant?.minted_at ?? null) !== null;

/** One that failed may be made again, but not while the reader waits. */
function pollInterval(own: OrderArtwork | undefined, late: boolean): number | false {
  if (isMinted(own) || own?.failed === true) return false;
  return late ? LATE_POLL_INTERVAL_MS : POLL_INTERVAL_MS;
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

function useLate(completedAt: string | null): boolean {
  const due = completedAt === null ? Number.POSITIVE_INFINITY : Date.parse(completedAt) + LATE_AFTER_MS;
  const [late, setLate] = useState(() => Date.now() >= due);
  useEffect(() => {
    if (late || due === Number.POSITIVE_INFINITY) return;
    const timer = window.setTimeout(() => setLate(true), due - Date.now());
    return () => window.clearTimeout(timer);
  }, [late, due]);
  return late;
}
