import { useState } from "react";
import { readStored, type StorageKey, writeStored } from "../../../lib/storage/storage.ts";

/** Limit of remembered artworks for each mark. Older ones lose it. */
const MAX_MARKED = 200;

/** Dismissed artworks no longer count as new; revealed ones do not play by themselves again. */
type Mark = Extract<StorageKey, "dismissed" | "revealed">;
type Which = { song_campaign_id: number; id: number };

const nameOf = ({ song_campaign_id, id }: Which) => `${song_campaign_id}/${id}`;

/** The artworks that were marked in this browser. */
export function useMarkedArtworks(as: Mark): {
  isMarked(artwork: Which): boolean;
  mark(artwork: Which): void;
} {
  const [names, setNames] = useState(() => readNames(as));
  return {
    isMarked: (artwork) => names.includes(nameOf(artwork)),
    mark(artwork) {
      // Reads again, because another tab may have marked others.
      const next = [...readNames(as).filter((name) => name !== nameOf(artwork)), nameOf(artwork)];
      writeStored(as, next.slice(-MAX_MARKED).join(" "));
      setNames(next);
    },
  };
}

function readNames(as: Mark): string[] {
  return readStored(as)?.split(" ") ?? [];
}
