import type { Song } from "@wrapsody/shared/catalogue.ts";
import type { Reward } from "@wrapsody/shared/rewards.ts";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/states.tsx";
import { RewardsLadder } from "./rewards-ladder.tsx";
import { LoginInvitation } from "./rewards-points.tsx";

/** What can be had for points. `points` are the reader's for this wrap; undefined while nobody is known. */
export function RewardsTab({
  song,
  rewards,
  points,
}: {
  song: Song;
  rewards: Reward[];
  points: number | undefined;
}) {
  const { t } = useTranslation();
  if (rewards.length === 0) {
    return <EmptyState title={t("wrap.noRewards")}>{t("wrap.noRewardsNote")}</EmptyState>;
  }
  return (
    <>
      <LoginInvitation song={song} className="invite only-narrow" />
      <RewardsLadder rewards={rewards} points={points} />
    </>
  );
}
