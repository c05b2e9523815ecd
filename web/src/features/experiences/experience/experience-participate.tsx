import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import type { TFunction } from "i18next";
import ArrowRight from "lucide-react/icons/arrow-right";
import { type MouseEvent, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useRouteLoaderData } from "react-router";
import { paths } from "../../../paths.ts";
import { useLoginPrompt } from "../../../shell/login-prompt.ts";
import type { Site } from "../../../shell/site.ts";
import { useAccess } from "./access.ts";
import { type FanEntry, fanEntry, openingPhase } from "./campaign-entry.ts";
import { priceLabel } from "./campaign-labels.ts";
import { BeforeOpening } from "./lazy-parts.ts";
import { SlabWords } from "./slab-words.tsx";

type Reason = { title: string; why: string };

const reasons: Partial<Record<FanEntry, Reason>> = {
  soldOut: { title: "experiences.soldOut", why: "experiences.soldOutWhy" },
  notStarted: { title: "experiences.notStarted", why: "experiences.notStartedWhy" },
  unpayable: { title: "experiences.unpayable", why: "experiences.unpayableWhy" },
  noPhase: { title: "experiences.phase.closed", why: "experiences.phase.closedWhy" },
  notAdmitted: { title: "experiences.yours.invitation", why: "experiences.phase.otherWhy" },
};

const accessReasons: Partial<Record<FanEntry, string>> = {
  invite: "experiences.inviteWhy",
  invited: "experiences.invitedWhy",
};

/** Whether the reader can join now and, if not, why. A completed experience needs no reason. */
export function useOffer(campaign: Campaign): {
  entry: FanEntry;
  reason: Reason | undefined;
} {
  const canTakePayments = useRouteLoaderData<Site>("root")?.canTakePayments ?? true;
  const entry = fanEntry(campaign, { access: useAccess(campaign), canTakePayments });
  return { entry, reason: reasons[entry] };
}

/** Returns the link that joins an experience. A visitor logs in first. */
function useJoinLink({ pretty_id, name }: Campaign) {
  const promptLogin = useLoginPrompt();
  const to = paths.participate(pretty_id);
  const onClick = (event: MouseEvent) =>
    promptLogin(event, { purpose: "participate", returnTo: to, about: name });
  return { to, onClick };
}

const shortPrice = (t: TFunction, campaign: Campaign) => priceLabel(t, campaign).replace(/\.00(?=\+?$)/, "");

/** Repeats the button in the row of tabs, where the head covers it until it is scrolled away. The one in the head serves keyboards and screen readers. */
export function ParticipateAgain({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const link = useJoinLink(campaign);
  const { entry, reason } = useOffer(campaign);
  if (entry === "completed" || reason !== undefined) return null;
  return (
    <div className="ex-again" aria-hidden="true">
      <Link className="btn go" tabIndex={-1} {...link}>
        {t("experiences.participate")} <span className="no num">{shortPrice(t, campaign)}</span>
      </Link>
    </div>
  );
}

/** The next action on the page of an experience or, if there is none, the reason. */
export function Participate({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const link = useJoinLink(campaign);
  const { entry, reason } = useOffer(campaign);
  // The state stands above the title.
  if (entry === "completed")
    return campaign.nfts === 0 ? null : (
      <Link className="btn go" to={paths.experienceNfts(campaign.pretty_id)}>
        {t("experiences.seeArtworks", { count: campaign.nfts })}{" "}
        <ArrowRight className="i" aria-hidden="true" />
      </Link>
    );
  if (reason === undefined)
    return (
      <Link className="slabgo is-sticky" {...link}>
        <SlabWords
          title={
            <>
              {t("experiences.participate")} <ArrowRight className="i" aria-hidden="true" />
            </>
          }
          why={t(accessReasons[entry] ?? "experiences.onePlace")}
        />
        <span className="no num">{shortPrice(t, campaign)}</span>
      </Link>
    );
  const shut = (
    <div className="slabgo shut">
      <SlabWords title={t(reason.title)} why={t(reason.why)} />
    </div>
  );
  if (entry === "notStarted" || (entry === "noPhase" && openingPhase(campaign) !== undefined))
    return (
      <Suspense fallback={shut}>
        <BeforeOpening campaign={campaign} why={reason.why} shut={shut} />
      </Suspense>
    );
  return shut;
}
