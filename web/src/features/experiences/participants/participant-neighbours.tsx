import { useQuery } from "@tanstack/react-query";
import { type Campaign, getDropNfts, type Participant } from "@wrapsody/shared/experiences/experiences.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { CoverLink } from "../../../ui/pictures/cover-link.tsx";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { participantNumber } from "../artworks/artwork-data.ts";
import { RankLine } from "../artworks/rarity.tsx";
import { allParticipantsOptions } from "../experience/experience-data.ts";

/**
 * The artworks minted just before and after this one. The browser finds them among the newest participants; the row
 * keeps its height while they load.
 */
export function Neighbours({ campaign, participant }: { campaign: Campaign; participant: Participant }) {
  const { t, i18n } = useTranslation();
  const list = useQuery({
    ...queryOf(getDropNfts, allParticipantsOptions(campaign.id)),
    enabled: typeof document !== "undefined",
  }).data;
  const newest = list?.data ?? [];
  // The campaign may have been loaded before this artwork was drawn.
  const total = Math.max(campaign.nfts, list?.total ?? 1);
  const here = newest.findIndex(({ id }) => id === participant.id);
  const older = here < 0 ? undefined : newest[here + 1];
  const newer = here < 0 ? undefined : newest[here - 1];
  return (
    <nav className="neighbours" aria-label={t("experiences.neighbours")}>
      <Neighbour campaign={campaign} participant={older} word={t("experiences.older")} />
      <Link className="u b small" to={paths.experienceNfts(campaign.pretty_id)}>
        {t("experiences.allArtworks", {
          count: total,
          total: formatCount(total, i18n.language),
        })}
      </Link>
      <Neighbour campaign={campaign} participant={newer} word={t("experiences.newer")} newer />
    </nav>
  );
}

function Neighbour({
  campaign,
  participant,
  word,
  newer = false,
}: {
  campaign: Campaign;
  participant: Participant | undefined;
  word: string;
  newer?: boolean;
}) {
  const { t } = useTranslation();
  if (participant === undefined) return <span className="neighbour" />;
  const score = participant.total_rarity_score;
  return (
    <CoverLink
      className={newer ? "neighbour newer" : "neighbour"}
      rel={newer ? "next" : "prev"}
      to={paths.participant(campaign.pretty_id, participant.id)}
    >
      <Picture image={participant.image} alt="" sizes="96px" />
      <span className="neighbour-words">
        <span className="meta dim row">
          {newer ? null : <ArrowLeft className="i" aria-hidden="true" />} {word}{" "}
          {newer ? <ArrowRight className="i" aria-hidden="true" /> : null}
        </span>
        <span className="b num">#{participantNumber(participant)}</span>
        <span className="small">
          {score === null ? t("experiences.drawing") : <RankLine artwork={participant} />}
        </span>
      </span>
    </CoverLink>
  );
}
