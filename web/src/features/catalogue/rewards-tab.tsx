import type { SongDetail } from "@wrapsody/shared/catalogue.ts";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSignedIn } from "../../lib/session.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/states.tsx";
import { useIsPreview } from "./preview-address.ts";
import { RewardsLadder } from "./rewards-ladder.tsx";
import { LoginInvitation, type RewardsOfWrap } from "./rewards-points.tsx";

/** Claiming comes by itself: most who read a wrap are not signed in, or have not opened this tab. */
const LevelClaim = lazy(async () => (await import("../rewards/index.ts")).loadLevelClaim());

/** What can be had for points, and had by whoever is signed in. */
export function RewardsTab({ rewards, points, song }: RewardsOfWrap & { song: SongDetail["song"] }) {
  const { t } = useTranslation();
  const isPreview = useIsPreview();
  const claims = useSignedIn() && !isPreview;
  if (rewards.length === 0) {
    return <EmptyState title={t("wrap.noRewards")}>{t("wrap.noRewardsNote")}</EmptyState>;
  }
  return (
    <>
      <LoginInvitation className="invite only-narrow" />
      <RewardsLadder
        rewards={rewards}
        points={points}
        claiming={
          claims
            ? (level, head) => <LevelClaim song={song} level={level} points={points} head={head} />
            : undefined
        }
      />
      {claims && (
        <Link className="u b small" to={paths.myRewards}>
          {t("wrap.ownRewards")}
        </Link>
      )}
    </>
  );
}
