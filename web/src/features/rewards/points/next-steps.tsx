import { getMyClaims } from "@wrapsody/shared/claims.ts";
import { getMyBalances } from "@wrapsody/shared/points.ts";
import { getMyPoints, type Reward } from "@wrapsody/shared/rewards.ts";
import { usePolling } from "../../../lib/polling.ts";
import { NextLevel } from "./next-level.tsx";
import { NextListenOf } from "./next-listen.tsx";
import { useSongBalance } from "./own-balance.ts";

type Props = { songId: number; rewards: readonly Reward[]; points: number };

/** Data that other users change: a listen through the user's link, or a claim decided by the artist. */
const changing = [getMyPoints, getMyBalances, getMyClaims];

/** The user's next level, unless the wrap is their own, and the time of their next listen. */
export function NextSteps(props: Props) {
  usePolling(changing);
  const isOwn = useSongBalance(props.songId)?.is_own ?? false;
  return (
    <>
      {isOwn ? null : <NextLevel {...props} />}
      <NextListenOf songId={props.songId} />
    </>
  );
}
