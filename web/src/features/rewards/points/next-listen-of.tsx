import { NextListen } from "./next-listen.tsx";
import { useSongBalance } from "./own-balance.ts";
import "./next-listen.css";

/** The time of the next listen that earns points for a wrap. Empty if the wrap is not public. */
export function NextListenOf({ songId }: { songId: number }) {
  const balance = useSongBalance(songId);
  if (balance === undefined) return null;
  return (
    <div className="next-listen">
      <NextListen balance={balance} />
    </div>
  );
}
