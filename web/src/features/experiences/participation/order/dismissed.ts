import { useState } from "react";
import { readStored, writeStored } from "../../../../lib/storage/storage.ts";

/** Limit of remembered artworks. Older ones no longer count as new. */
const MAX_DISMISSED = 200;

type Which = { song_campaign_id: number; id: number };

const nameOf = ({ song_campaign_id, id }: Which) => `${song_campaign_id}/${id}`;

/** The new artworks that the user has dismissed in this browser. */
export function useDismissed(): { isDismissed(artwork: Which): boolean; dismiss(artwork: Which): void } {
  const [names, setNames] = useState(readNames);
  return {
    isDismissed: (artwork) => names.includes(nameOf(artwork)),
    dismiss(artwork) {
      // Reads again, because another tab may have dismissed others.
      const next = [...readNames().filter((name) => name !== nameOf(artwork)), nameOf(artwork)];
      writeStored("dismissed", next.slice(-MAX_DISMISSED).join(" "));
      setNames(next);
    },
  };
}

function readNames(): string[] {
  return readStored("dismissed")?.split(" ") ?? [];
}
