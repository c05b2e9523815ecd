import type { ReceivedClaim } from "@wrapsody/shared/rewards/claims.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { formatDay, formatMoment, formatTime } from "../../../ui/format/local-time.ts";
import { Answers, ClaimStatus } from "../claims/claim-state.tsx";
import { AdvanceClaim, Reject } from "./claim-actions.tsx";
import "../claims/level-claim.css";

type Rows = { claims: readonly ReceivedClaim[]; announce: (text: string) => void };

/** Claims, one row each. */
export function ClaimRows({ claims, announce }: Rows) {
  return (
    <ul className="to-decide-rows received-rows">
      {claims.map((claim) => (
        <ClaimRow key={claim.id} claim={claim} announce={announce} />
      ))}
    </ul>
  );
}

function ClaimRow({ claim, announce }: { claim: ReceivedClaim; announce: (text: string) => void }) {
  const { t, i18n } = useTranslation();
  const { reward, song, state, reason, points, created_at, admitted_at } = claim;
  const kind = t(`wrap.reward.${reward.reward_type}`);
  const isOpen = state === "REQUESTED" || state === "CONTACTED";
  return (
    <li>
      <div className="to-decide-part">
        <h2 className="b">{reward.name}</h2>
        <p className="small dim">
          {kind === reward.name ? null : `${kind}, `}
          <Link className="u" to={paths.manage(song.id, { tab: "rewards" })}>
            {song.name}
          </Link>
        </p>
        <Fan claim={claim} />
        <Answers answers={claim.answers} />
        {reason === null ? null : <p className="small">{t("claims.because", { reason })}</p>}
      </div>
      <div className="to-decide-part received-facts">
        <ClaimStatus state={state} />
        <p className="small dim num">
          <time dateTime={created_at}>
            {formatDay(created_at, i18n.language)}, {formatTime(created_at)}
          </time>
        </p>
        <p>
          <span className="no">{formatCount(points, i18n.language)}</span>{" "}
          <span className="small dim">{t("points.unit", { count: points })}</span>
        </p>
        {admitted_at === null ? null : (
          <p className="small num">
            {t("received.admitted", { time: formatMoment(admitted_at, i18n.language) })}
          </p>
        )}
        {reward.reward_type === "TICKET" ? (
          <Link className="u small" to={paths.doors(song.id, reward.id)}>
            {t("received.doors")} <span className="vh">{reward.name}</span>
          </Link>
        ) : null}
      </div>
      {isOpen ? (
        <div className="received-do">
          <AdvanceClaim claim={claim} announce={announce} />
          <span className="received-reject">
            <Reject claim={claim} announce={announce} />
          </span>
        </div>
      ) : null}
    </li>
  );
}

/** The fan who made the claim, with contact links. */
function Fan({ claim: { fan, reward, song } }: { claim: ReceivedClaim }) {
  const { t } = useTranslation();
  if (fan === null) return <p className="small dim">{t("received.deletedAccount")}</p>;
  const subject = encodeURIComponent(`${reward.name}, ${song.name}`);
  return (
    <>
      <p className="small">{fan.name}</p>
      {fan.email === null ? (
        <p className="small dim">{t("received.noEmail")}</p>
      ) : (
        <a className="u small" href={`mailto:${encodeURIComponent(fan.email)}?subject=${subject}`}>
          {fan.email}
        </a>
      )}
    </>
  );
}
