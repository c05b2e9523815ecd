import type { Campaign, Participant } from "@wrapsody/shared/experiences/experiences.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { ArtworkGrid } from "../artworks/artwork-grid.tsx";
import { useYours } from "../own-artwork/load.ts";
import { publicEntry } from "./campaign-entry.ts";

/** The newest participants and the `total` of all. */
type Newest = { campaign: Campaign; newest: readonly Participant[]; total: number };

export function ParticipantsTab({ campaign, newest, total }: Newest) {
  const { t, i18n } = useTranslation();
  const yours = useYours();
  if (newest.length === 0) {
    const open = publicEntry(campaign) === "open";
    return (
      <div className="ex-pane">
        <EmptyState title={t("experiences.noParticipants")}>
          {open ? t("experiences.beFirst") : t("experiences.noParticipantsText")}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="ex-pane">
      <h2 className="title ex-newest">{t("experiences.newest")}</h2>
      <div className="yours-line">{yours === undefined ? null : <yours.YoursLine campaign={campaign} />}</div>
      <ArtworkGrid campaign={campaign} participants={newest} />
      <div className="row ex-all">
        <Link className="btn" to={paths.experienceNfts(campaign.pretty_id)}>
          {t("experiences.allArtworks", { count: total, total: formatCount(total, i18n.language) })}{" "}
          <ArrowRight className="i" aria-hidden="true" />
        </Link>
        <span className="small dim">{t("experiences.thirtyMinutes")}</span>
      </div>
    </div>
  );
}
