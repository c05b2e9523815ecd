import type { Campaign } from "@wrapsody/shared/experiences.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { priceWord } from "./campaign-words.ts";
import { type Entry, entryOf } from "./entry.ts";

const reasons: Record<Exclude<Entry, "open" | "invite">, { title: string; why: string }> = {
  soldOut: { title: "experiences.soldOut", why: "experiences.soldOutWhy" },
  notStarted: { title: "experiences.notStarted", why: "experiences.notStartedWhy" },
  completed: { title: "experiences.stateCompleted", why: "experiences.completedWhy" },
};

/** The one thing to do on the page of an experience or, where nothing can be done, why not. */
export function Participate({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const entry = entryOf(campaign);
  if (entry === "open" || entry === "invite") {
    return (
      <Link className="slabgo" to={paths.participate(campaign.pretty_id)}>
        <SlabWords
          title={
            <>
              {t("experiences.participate")} <ArrowRight className="i" aria-hidden="true" />
            </>
          }
          why={t(entry === "open" ? "experiences.onePlace" : "experiences.inviteWhy")}
        />
        <span className="no num">{priceWord(t, campaign).replace(/\.00$/, "")}</span>
      </Link>
    );
  }
  return (
    <div className="slabgo shut">
      <SlabWords title={t(reasons[entry].title)} why={t(reasons[entry].why)} />
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
