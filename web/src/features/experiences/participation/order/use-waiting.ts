import { useQuery } from "@tanstack/react-query";
import { getDropNfts } from "@wrapsody/shared/experiences/experiences.ts";
import {
  getOrderArtwork,
  type Order,
  type OrderArtwork,
} from "@wrapsody/shared/experiences/participation.ts";
import { useEffect, useState } from "react";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import type { OrderAddress } from "./order-address.ts";
import { isKept, orderProgress } from "./progress.ts";

/** Poll interval, and the one that applies once the artwork is late. */
const POLL_INTERVAL_MS = 5_000;
const LATE_POLL_INTERVAL_MS = 60_000;
/** Time after which an artwork is late. */
const LATE_AFTER_MS = 30 * 60_000;

/**
 * Polls the artwork of an order until it is minted, kept or has failed, only while the page is visible. `late`: it takes
 * longer than `LATE_AFTER_MS`.
 */
export function useWaiting(order: Order, { c, i }: OrderAddress) {
  const late = useLate(order.completed_at);
  const own = useQuery({
    ...queryOf(getOrderArtwork, { params: { id: i }, query: { code: c } }),
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: ({ state }) => state.data?.participant?.minted_at == null,
    refetchInterval: ({ state }) => pollInterval(state.data, late),
  });
  const others = useQuery({
    ...queryOf(getDropNfts, artworksOf(order)),
    enabled: order.wallet_address !== null,
    staleTime: 0,
    retry: false,
    refetchInterval: pollInterval(own.data, late),
  });
  const progress = own.data && orderProgress(order, own.data, others.data?.data ?? []);
  return {
    progress,
    /** The wallet of the order's own artwork. */
    wallet: own.data?.participant?.owner_wallet_address ?? null,
    late: late && progress?.isComplete !== true,
    error: own.error,
    retry: () => void own.refetch(),
  };
}

function isFinished({ participant, failed }: OrderArtwork): boolean {
  return failed || (participant !== null && (participant.minted_at !== null || isKept(participant)));
}

/** Stops polling after a failure: an artwork that is minted again takes longer than the user waits. */
function pollInterval(own: OrderArtwork | undefined, late: boolean): number | false {
  if (own !== undefined && isFinished(own)) return false;
  return late ? LATE_POLL_INTERVAL_MS : POLL_INTERVAL_MS;
}

/** Lists the newest artworks of the wallet. One page suffices, because a wallet has few pending artworks at a time. */
function artworksOf({ wallet_address, song_campaign_id }: Order) {
  const is = "==" as const;
  return {
    list: {
      limit: 50,
      filters: [
        { key: "owner_wallet_address", operator: is, value: wallet_address ?? "" },
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
