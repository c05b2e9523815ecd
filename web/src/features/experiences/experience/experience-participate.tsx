import type { Campaign } from "@wrapsody/shared/experiences.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { useAccess } from "./access.ts";
import { type FanEntry, fanEntry } from "./campaign-entry.ts";
import { priceLabel } from "./campaign-labels.ts";

const reasons: Partial<Record<FanEntry, { title: string; why: string }>> = {
  soldOut: { title: "experiences.soldOut", why: "experiences.soldOutWhy" },
  notStarted: { title: "experiences.notStarted", why: "experiences.notStartedWhy" },
  unpayable: { title: "experiences.unpayable", why: "experiences.unpayableWhy" },
  completed: { title: "experiences.stateCompleted", why: "experiences.completedWhy" },
};

const accessReasons: Partial<Record<FanEntry, string>> = {
  invite: "experiences.inviteWhy",
  invited: "experiences.invitedWhy",
};

/** The next action on the page of an experience or, if there is none, the reason. */
export function Participate({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const entry = fanEntry(campaign, useAccess(campaign));
  const reason = reasons[entry];
  if (reason === undefined) {
    return (
      <Link className="slabgo" to={paths.participate(campaign.pretty_id)}>
        <SlabWords
          title={
            <>
              {t("experiences.participate")} <ArrowRight className="i" aria-hidden="true" />
            </>
          }
          why={t(accessReasons[entry] ?? "experiences.onePlace")}
        />
        <span className="no num">{priceLabel(t, campaign).replace(/\.00$/, "")}</span>
      </Link>
    );
  }
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
