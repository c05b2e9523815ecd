import type { SongDetail } from "@wrapsody/shared/catalogue.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLaterPart } from "../../lib/later-part.ts";
import { useSignedIn } from "../../lib/session.ts";
import { paths } from "../../paths.ts";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { useIsPreview } from "./preview-address.ts";
import { RewardsLadder } from "./rewards-ladder.tsx";
import { LoginInvitation, type RewardsOfWrap } from "./rewards-points.tsx";

/** Most who read a wrap are not signed in, or have not opened this tab. */
const loadClaiming = async () => (await import("../rewards/index.ts")).loadClaiming();

/** What can be had for points, and had by whoever is signed in. */
export function RewardsTab({ rewards, points, song }: RewardsOfWrap & { song: SongDetail["song"] }) {
  const { t } = useTranslation();
  const isPreview = useIsPreview();
  const isFan = useSignedIn() && !isPreview;
  const { part, failed, retry } = useLaterPart("claiming", loadClaiming, isFan);
  const claiming = isFan ? part : undefined;
  return (
    <>
      {isFan && failed ? <ErrorState message={t("errors.part")} retry={retry} /> : null}
      {claiming === undefined ? null : <claiming.NextListenOf songId={song.id} />}
      {rewards.length === 0 ? (
        <EmptyState title={t("wrap.noRewards")}>{t("wrap.noRewardsNote")}</EmptyState>
      ) : (
        <>
          <LoginInvitation className="invite only-narrow" />
          <RewardsLadder
            rewards={rewards}
            points={points}
            claiming={
              claiming &&
              ((level, head) => <claiming.LevelClaim song={song} level={level} points={points} head={head} />)
            }
          />
        </>
      )}
      {isFan && (
        <Link className="u b small" to={paths.myRewards}>
          {t("wrap.ownRewards")}
        </Link>
      )}
    </>
  );
}
