import { getMyClaims } from "@wrapsody/shared/claims.ts";
import { getMyBalances } from "@wrapsody/shared/points.ts";
import { getMyPoints, type Reward } from "@wrapsody/shared/rewards.ts";
import { usePolling } from "../../../lib/polling.ts";
import { NextLevel } from "./next-level.tsx";
import { NextListenOf } from "./next-listen-of.tsx";
import { useSongBalance } from "./own-balance.ts";

type Props = { songId: number; rewards: readonly Reward[]; points: number };

/** What others change: somebody listens by the reader's link, or the artist moves a claim. */
const changing = [getMyPoints, getMyBalances, getMyClaims];

/** Beside what the reader holds: how far the next level is, unless the wrap is their own, and when the next listen counts. */
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
