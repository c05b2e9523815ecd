import { useQuery } from "@tanstack/react-query";
import type { SongDetail } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { Reward } from "@wrapsody/shared/rewards/rewards.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { REWARDS_TAB } from "../../../paths.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { DropCard } from "../../experiences/index.ts";
import { DspList } from "./listen/listen-tab.tsx";
import { useWrapAddress } from "./preview-address.ts";
import { RewardsPoints } from "./rewards/rewards-points.tsx";
import { dropsQuery } from "./wrap-data.ts";

/** Number of experiences beside the long sections of Learn. */
const MAX_RAIL_DROPS = 2;

/** Sidebar of every tab: points, and the levels and experiences that the tab itself does not show. */
export function WrapRail({
  detail: { song, rewards, dsps },
  points,
  levels,
  more,
}: {
  detail: SongDetail;
  points: number | undefined;
  /** Shows the part, because the tab itself does not. */
  levels: boolean;
  more: boolean;
}) {
  const { t } = useTranslation();
  return (
    <aside className="rail" aria-label={t("wrap.pointsOpen")}>
      <div className="rail-points">
        <RewardsPoints rewards={rewards} points={points} songId={song.id} />
        {levels && rewards.length > 0 && <Levels song={song} rewards={rewards} points={points} />}
      </div>
      {more && <RailDrops songId={song.id} />}
      {more && dsps.length > 0 && (
        <section className="rail-dsps" aria-label={t("wrap.elsewhere")}>
          <h2 className="small b">{t("wrap.elsewhere")}</h2>
          <DspList song={song.name} dsps={dsps} />
        </section>
      )}
    </aside>
  );
}

function Levels({
  song,
  rewards,
  points = 0,
}: {
  song: SongDetail["song"];
  rewards: Reward[];
  points: number | undefined;
}) {
  const { t, i18n } = useTranslation();
  const address = useWrapAddress(song.pretty_id);
  const inOrder = [...rewards].sort((a, b) => a.reward_points_earned - b.reward_points_earned);
  return (
    <div className="levels">
      <table className="tbl num">
        <caption className="vh">{t("wrap.levels")}</caption>
        <tbody>
          {inOrder.map((reward) => (
            <tr key={reward.id}>
              <td className="r b">{formatCount(reward.reward_points_earned, i18n.language)}</td>
              <th scope="row" className={points < reward.reward_points_earned ? "dim" : ""}>
                {reward.name}
              </th>
            </tr>
          ))}
        </tbody>
      </table>
      <Link className="u b small" to={address(REWARDS_TAB)} preventScrollReset replace>
        {t("wrap.allLevels")}
      </Link>
    </div>
  );
}

function RailDrops({ songId }: { songId: number }) {
  const { t } = useTranslation();
  const { data } = useQuery(dropsQuery(songId));
  const campaigns = data?.data.slice(0, MAX_RAIL_DROPS) ?? [];
  if (campaigns.length === 0) return null;
  return (
    <section className="rail-drops" aria-label={t("wrap.experiences")}>
      <h2 className="small b">{t("wrap.experiences")}</h2>
      <ul>
        {campaigns.map((campaign) => (
          <DropCard key={campaign.id} campaign={campaign} sizes="(max-width: 820px) 46vw, 20rem" />
        ))}
      </ul>
    </section>
  );
}
