import { useQuery } from "@tanstack/react-query";
import { type Campaign, getDropNfts, type Participant } from "@wrapsody/shared/experiences.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { ArtworkGrid } from "../artworks/artwork-grid.tsx";
import { countRarities, RarityLabel, rarityNames } from "../artworks/rarity.tsx";
import { useYours } from "../own-artwork/load.ts";
import { publicEntry } from "./campaign-entry.ts";
import { allParticipantsOptions, canLoadAll } from "./experience-data.ts";

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
      <div className="split ex-newest">
        <h2 className="title">{t("experiences.newest")}</h2>
        <RarityCounts campaign={campaign} newest={newest} total={total} />
      </div>
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

/** Artwork counts by rarity. Omitted beyond `MAX_LOADED` participants, whose counts are unknown. */
function RarityCounts({ campaign, newest, total }: Newest) {
  const { i18n } = useTranslation();
  const complete = newest.length === total;
  const everyone = useQuery({
    ...queryOf(getDropNfts, allParticipantsOptions(campaign.id)),
    enabled: !complete && canLoadAll(total),
  }).data?.data;
  const counted = complete ? newest : everyone;
  if (!complete && !canLoadAll(total)) return null;
  const counts = counted && countRarities(counted);
  return (
    <ul className="row small ex-rarities">
      {rarityNames.map((name) => (
        <li key={name} className="row">
          <RarityLabel name={name} />
          <span className="num dim">
            {counts === undefined ? "" : formatCount(counts[name], i18n.language)}
          </span>
        </li>
      ))}
    </ul>
  );
}
