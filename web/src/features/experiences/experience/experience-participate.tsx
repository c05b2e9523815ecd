import type { Campaign } from "@wrapsody/shared/experiences.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { useLoginPrompt } from "../../../shell/login-prompt.ts";
import { useAccess } from "./access.ts";
import { type FanEntry, fanEntry } from "./campaign-entry.ts";
import { priceLabel } from "./campaign-labels.ts";

const reasons: Partial<Record<FanEntry, { title: string; why: string }>> = {
  soldOut: { title: "experiences.soldOut", why: "experiences.soldOutWhy" },
  notStarted: { title: "experiences.notStarted", why: "experiences.notStartedWhy" },
  unpayable: { title: "experiences.unpayable", why: "experiences.unpayableWhy" },
  noPhase: { title: "experiences.phase.closed", why: "experiences.phase.closedWhy" },
  notAdmitted: { title: "experiences.yours.invitation", why: "experiences.phase.otherWhy" },
  completed: { title: "experiences.stateCompleted", why: "experiences.completedWhy" },
};

const accessReasons: Partial<Record<FanEntry, string>> = {
  invite: "experiences.inviteWhy",
  invited: "experiences.invitedWhy",
};

/** Whether the reader can join now: without a reason against it, the button is shown. */
export function useOffer(campaign: Campaign): {
  entry: FanEntry;
  reason: { title: string; why: string } | undefined;
} {
  const entry = fanEntry(campaign, useAccess(campaign));
  return { entry, reason: reasons[entry] };
}

/** The next action on the page of an experience or, if there is none, the reason. */
export function Participate({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const promptLogin = useLoginPrompt();
  const { entry, reason } = useOffer(campaign);
  if (reason === undefined) {
    const to = paths.participate(campaign.pretty_id);
    return (
      <Link
        className="slabgo is-sticky"
        to={to}
        onClick={(event) =>
          promptLogin(event, { purpose: "participate", returnTo: to, about: campaign.name })
        }
      >
        <SlabWords
          title={
            <>
              {t("experiences.participate")} <ArrowRight className="i" aria-hidden="true" />
            </>
          }
          why={t(accessReasons[entry] ?? "experiences.onePlace")}
        />
        <span className="no num">{priceLabel(t, campaign).replace(/\.00(?=\+?$)/, "")}</span>
      </Link>
    );
  }
  // The state stands above the title, and its end below the picture.
  if (entry === "completed")
    return campaign.nfts === 0 ? null : (
      <Link className="btn" to={paths.experienceNfts(campaign.pretty_id)}>
        {t("experiences.seeArtworks", { count: campaign.nfts })}{" "}
        <ArrowRight className="i" aria-hidden="true" />
      </Link>
    );
  return (
    <div className="slabgo shut">
      <SlabWords title={t(reason.title)} why={t(reason.why)} />
    </div>
  );
}

function SlabWords({ title, why }: { title: ReactNode; why: string }) {
  return (
    <span className="slab-words">
      <span className="b">{title}</span>
      <span className="small">{why}</span>
    </span>
  );
}
