import type { Reward } from "@wrapsody/shared/rewards.ts";
import { NextLevel } from "./next-level.tsx";
import { NextListenOf } from "./next-listen-of.tsx";
import { useBalanceOf } from "./own-balance.ts";

type Given = { songId: number; rewards: readonly Reward[]; points: number };

/** Beside what the reader holds: how far the next level is, unless the wrap is their own, and when the next listen counts. */
export function NextSteps(given: Given) {
  const isOwn = useBalanceOf(given.songId)?.is_own ?? false;
  return (
    <>
      {isOwn ? null : <NextLevel {...given} />}
      <NextListenOf songId={given.songId} />
    </>
  );
}
