import type { Claim, ClaimState } from "@wrapsody/shared/rewards/claims.ts";
import TicketIcon from "lucide-react/icons/ticket";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { formatMoment } from "../../../ui/format/local-time.ts";

const shapes = {
  REQUESTED: "wait",
  CONTACTED: "wait",
  FULFILLED: "on",
  REJECTED: "bad",
} as const satisfies Record<ClaimState, string>;

/** The status of a claim: an icon and a label. */
export function ClaimStatus({ state }: { state: ClaimState }) {
  const { t } = useTranslation();
  return <p className={`state small ${shapes[state]}`}>{t(`claims.state.${state}`)}</p>;
}

/** Explains a claim to its fan: pending, how the reward is delivered, or why it was rejected. */
export function ClaimText({ claim: { state, reason, reward } }: { claim: Claim }) {
  const { t } = useTranslation();
  if (state === "REJECTED")
    return (
      <>
        {reason === null ? null : <p className="small">{t("claims.because", { reason })}</p>}
        <p className="small dim">{t("claims.refunded")}</p>
      </>
    );
  return (
    <>
      {reward.details === null || reward.details === "" ? null : (
        <p className="small claim-details">{reward.details}</p>
      )}
    </>
  );
}

/** Leads to the ticket of a claim, or says when a door admitted it. Empty for other rewards. */
export function TicketLink({ claim: { id, state, reward, admitted_at } }: { claim: Claim }) {
  const { t, i18n } = useTranslation();
  if (reward.reward_type !== "TICKET" || state === "REJECTED") return null;
  if (admitted_at !== null)
    return (
      <p className="small">{t("claims.ticketUsed", { time: formatMoment(admitted_at, i18n.language) })}</p>
    );
  return (
    <p>
      <Link className="btn s" to={paths.ticket(id)}>
        {t("claims.showTicket")} <TicketIcon className="i" aria-hidden="true" />
      </Link>
    </p>
  );
}

/** Answer of a fan; empty once it was erased. */
export function Answers({ answers }: { answers: Claim["answers"] }) {
  if (answers.length === 0) return null;
  return (
    <dl className="claim-answers small">
      {answers.map(({ question, answer }) => (
        <div key={question}>
          <dt className="dim">{question}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
  );
}
