import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getAccess } from "@wrapsody/shared/accounts/access.ts";
import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import {
  deleteWaitlist,
  getWaitlist,
  HELD_SPOT_S,
  postWaitlist,
} from "@wrapsody/shared/experiences/waitlists.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import { useSignedIn } from "../../../lib/storage/session.ts";
import { paths } from "../../../paths.ts";
import { useLoginPrompt } from "../../../shell/login-prompt.ts";
import { formatMinute } from "../../../ui/format/release-time.ts";
import { errorKey, useAuthedQuery } from "../../accounts/index.ts";

type Props = { campaign: Campaign };
type SoldOutProps = Props & {
  /** Otherwise only readers who are on the waitlist see it. */
  isSoldOut: boolean;
};

/** The waitlist of a sold-out experience: joining, leaving, and the spot that is held for the reader. */
export function Waitlist({ campaign, isSoldOut }: SoldOutProps) {
  const isSignedIn = useSignedIn();
  if (isSignedIn) return <OwnWaiting campaign={campaign} isSoldOut={isSoldOut} />;
  return isSoldOut ? <LogIn campaign={campaign} /> : null;
}

function LogIn({ campaign }: Props) {
  const { t } = useTranslation();
  const promptLogin = useLoginPrompt();
  return (
    <>
      <p>{t("phases.waitlistText", { minutes: HELD_SPOT_S / 60 })}</p>
      <p>
        <Link
          className="btn go"
          to={paths.login({ for: "participate" })}
          onClick={(event) =>
            promptLogin(event, {
              purpose: "participate",
              returnTo: paths.experience(campaign.pretty_id),
              about: campaign.name,
            })
          }
        >
          {t("phases.waitlistLogIn")}
        </Link>
      </p>
    </>
  );
}

function OwnWaiting({ campaign, isSoldOut }: SoldOutProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const params = { id: String(campaign.id) };
  const { data } = useAuthedQuery(getWaitlist, { params });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (join: boolean) => apiFetch(join ? postWaitlist : deleteWaitlist, { params }),
    onSettled: () => invalidateQueries(client, getWaitlist, getAccess),
  });
  if (data === undefined) return null;
  const isOn = data.state !== "NONE";
  if (!isOn && !isSoldOut) return null;
  return (
    <>
      {data.held_until === null ? (
        <p role="status">
          {isOn
            ? t("phases.waiting", { minutes: HELD_SPOT_S / 60 })
            : t("phases.waitlistText", { minutes: HELD_SPOT_S / 60 })}
        </p>
      ) : (
        <HeldSpot campaign={campaign} until={data.held_until} />
      )}
      <p>
        <button
          type="button"
          className={isOn ? "btn" : "btn go"}
          aria-disabled={isPending || undefined}
          onClick={() => {
            if (!isPending) mutate(!isOn);
          }}
        >
          {t(isOn ? "phases.leave" : "phases.join")}
        </button>
      </p>
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(waitlistErrorKey(error))}
        </p>
      )}
    </>
  );
}

function HeldSpot({ campaign, until }: Props & { until: string }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <p className="b" role="status">
        {t("phases.heldUntil", { until: formatMinute(until, i18n.language) })}
      </p>
      <p>
        <Link className="btn go" to={paths.participate(campaign.pretty_id)}>
          {t("phases.take")} <ArrowRight className="i" aria-hidden="true" />
        </Link>
      </p>
    </>
  );
}

function waitlistErrorKey(error: Error): string {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === "E0034") return "phases.notAdmitted";
  return code === "E0032" ? "phases.notSoldOut" : errorKey(error);
}
