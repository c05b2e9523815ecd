import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/states.tsx";
import { RewardsLadder } from "./rewards-ladder.tsx";
import { LoginInvitation, type RewardsOfWrap } from "./rewards-points.tsx";

/** What can be had for points. */
export function RewardsTab({ rewards, points }: RewardsOfWrap) {
  const { t } = useTranslation();
  if (rewards.length === 0) {
    return <EmptyState title={t("wrap.noRewards")}>{t("wrap.noRewardsNote")}</EmptyState>;
  }
  return (
    <>
      <LoginInvitation className="invite only-narrow" />
      <RewardsLadder rewards={rewards} points={points} />
    </>
  );
}
