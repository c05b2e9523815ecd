import type { SongDetail } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { Reward } from "@wrapsody/shared/rewards/rewards.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLazyModule } from "../../../../lib/lazy-module.ts";
import { useSignedIn } from "../../../../lib/storage/session.ts";
import { paths } from "../../../../paths.ts";
import { EmptyState, ErrorState } from "../../../../ui/feedback/states.tsx";
import { useIsPreview } from "../preview-address.ts";
import { RewardsLadder } from "./rewards-ladder.tsx";
import { LoginInvitation, loadClaiming, loadFacts, type RewardsOfWrap } from "./rewards-points.tsx";

/** Reward levels, with the reader's claims. Fetches the availability of levels when the tab opens. */
export function RewardsTab({ rewards, points, song }: RewardsOfWrap & { song: SongDetail["song"] }) {
  const { t } = useTranslation();
  const isPreview = useIsPreview();
  const isFan = useSignedIn() && !isPreview;
  const { part, failed, retry } = useLazyModule<Awaited<ReturnType<typeof loadFacts | typeof loadClaiming>>>(
    isFan ? "claiming" : "facts",
    isFan ? loadClaiming : loadFacts,
    !isPreview,
  );
  const fan = isFan ? part?.fan : undefined;
  const partsOf = (level: Reward) => ({
    facts: part && <part.LevelFacts song={song} level={level} />,
    gauge: fan && <fan.LevelGauge songId={song.id} level={level} points={points} />,
    // Shows no price before the reader's claims are known.
    act: fan ? <fan.LevelClaim song={song} level={level} points={points} /> : isFan ? null : undefined,
  });
  return (
    <>
      {failed ? <ErrorState message={t("errors.part")} retry={retry} /> : null}
      {fan && <fan.NextListenOf songId={song.id} />}
      {rewards.length === 0 ? (
        <EmptyState title={t("wrap.noRewards")}>{t("wrap.noRewardsNote")}</EmptyState>
      ) : (
        <>
          <LoginInvitation className="invite only-narrow" />
          <RewardsLadder rewards={rewards} partsOf={partsOf} />
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
