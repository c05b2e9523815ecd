import { type Claim, isFulfilledInstantly } from "@wrapsody/shared/rewards/claims.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { StatusMessage } from "../../../ui/feedback/status-message.tsx";
import { ClaimText, TicketLink } from "./claim-state.tsx";
import { WrappedDownload } from "./wrapped-download.tsx";

type Props = {
  claim: Claim;
  song: { id: number; name: string; artist: string };
  /** The claim was just made. */
  fresh: boolean;
};

/** A claim and what its fan can do with it. */
export function ClaimedLevel({ claim, song, fresh }: Props) {
  const { t } = useTranslation();
  const { state, reward } = claim;
  const text = isFulfilledInstantly(reward.reward_type) ? "claims.yours" : "claims.claimed";
  return (
    <div className="claimed">
      {fresh && state !== "REJECTED" ? (
        <StatusMessage text={t(text)} />
      ) : state === "REQUESTED" ? (
        <p className="small">{t(text)}</p>
      ) : null}
      <ClaimText claim={claim} />
      <TicketLink claim={claim} />
      {state === "FULFILLED" ? <Props claim={claim} song={song} fresh={fresh} /> : null}
    </div>
  );
}

function Props({ claim: { reward }, song, fresh }: Props) {
  const { t } = useTranslation();
  if (reward.reward_type === "WRAPPED_MP3")
    return <WrappedDownload song={song} rewardId={reward.id} experience={reward.alt_id} autoStart={fresh} />;
  const experience = reward.alt_id ?? reward.instructions.dapp_id;
  if (reward.reward_type !== "DAPP_ACCESS" || experience === undefined) return null;
  return (
    <p>
      <Link className="btn s" to={paths.experience(experience)}>
        {t("claims.toExperience")} <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </p>
  );
}
