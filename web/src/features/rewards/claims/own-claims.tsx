import { type Claim, getMyClaims } from "@wrapsody/shared/rewards/claims.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths, REWARDS_TAB } from "../../../paths.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { formatDay } from "../../../ui/format/local-time.ts";
import { EmptySection } from "../../../ui/layout/section.tsx";
import { QueryState, useAuthedQuery } from "../../accounts/index.ts";
import { MoreButton } from "../my-rewards/more-button.tsx";
import { levelTitle } from "../points/wrap-groups.tsx";
import { Answers, ClaimStatus, ClaimText, TicketLink } from "./claim-state.tsx";
import { WrappedDownload } from "./wrapped-download.tsx";
import "./level-claim.css";

const step = 12;

/** The user's claims with their status, newest first. */
export function OwnClaims() {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(step);
  const { data, error, refetch } = useAuthedQuery(getMyClaims, { list: { limit } });
  if (data === undefined) return <QueryState error={error} refetch={refetch} />;
  if (data.total === 0) return <EmptySection>{t("points.noClaims")}</EmptySection>;
  return (
    <>
      <ul className="own-claims">
        {data.data.map((claim) => (
          <OwnClaim key={claim.id} claim={claim} />
        ))}
      </ul>
      <MoreButton count={data.data.length} total={data.total} more={() => setLimit(limit + step)} />
    </>
  );
}

function OwnClaim({ claim }: { claim: Claim }) {
  const { t, i18n } = useTranslation();
  const { reward, song, points, state, created_at } = claim;
  const { title, kind } = levelTitle(reward, song, t);
  return (
    <li>
      <div className="own-claim-what">
        <p className="b">{title}</p>
        <p className="small dim">
          {kind === null ? null : `${kind}, `}
          {song.is_public ? (
            <Link className="u" to={paths.wrap(song.pretty_id, { tab: REWARDS_TAB })}>
              {song.name}
            </Link>
          ) : (
            song.name
          )}
          {`, ${song.artist}`}
        </p>
        {song.is_public ? null : <p className="small dim">{t("claims.notPublic")}</p>}
        <ClaimText claim={claim} />
        <TicketLink claim={claim} />
        <Answers answers={claim.answers} />
        {state === "FULFILLED" && reward.reward_type === "WRAPPED_MP3" ? (
          song.is_public ? (
            <Link className="u b small" to={paths.wrap(song.pretty_id, { tab: REWARDS_TAB })}>
              {t("claims.download.onWrapPage")}
            </Link>
          ) : (
            <WrappedDownload song={song} rewardId={reward.id} experience={reward.alt_id} autoStart={false} />
          )
        ) : null}
      </div>
      <div className="own-claim-state">
        <ClaimStatus state={state} />
        <p className="small dim num">
          {t("points.claimed", {
            day: formatDay(created_at, i18n.language),
            points: formatCount(points, i18n.language),
            count: points,
          })}
        </p>
      </div>
    </li>
  );
}
