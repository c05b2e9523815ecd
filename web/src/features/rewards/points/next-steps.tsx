import { getMyClaims } from "@wrapsody/shared/rewards/claims.ts";
import { getMyBalances, type PointBalance } from "@wrapsody/shared/rewards/points.ts";
import { getMyPoints } from "@wrapsody/shared/rewards/rewards.ts";
import { useTranslation } from "react-i18next";
import { usePolling } from "../../../lib/polling.ts";
import { Gauge } from "../../../ui/feedback/states.tsx";
import { Goals } from "./goals.tsx";
import { NextListen } from "./next-listen.tsx";
import { useSongBalance } from "./own-balance.ts";

/** Data that other users change: a listen through the user's link, or a claim decided by the artist. */
const changing = [getMyPoints, getMyBalances, getMyClaims];

/** The user's goals, unless the wrap is their own, and the time of their next listen. Empty if the wrap is not public. */
export function NextSteps({ songId }: { songId: number }) {
  usePolling(changing);
  const { balance, isPending } = useSongBalance(songId);
  if (isPending)
    return (
      <>
        <p className="small">{"\u00a0"}</p>
        <Gauge share={0} />
      </>
    );
  if (balance === undefined) return null;
  return (
    <>
      {balance.is_own ? null : <GoalsOfWrap balance={balance} />}
      <div className="next-listen">
        <NextListen balance={balance} />
      </div>
    </>
  );
}

function GoalsOfWrap({ balance }: { balance: PointBalance }) {
  const { t } = useTranslation();
  const { ready, next, levels, claimed } = balance.goals;
  if (ready.length > 0 || next !== null) return <Goals balance={balance} />;
  const none = claimed === levels ? "claims.allClaimed" : "claims.noneOpen";
  return <p className="small">{t(levels === 0 ? "wrap.noRewards" : none)}</p>;
}
