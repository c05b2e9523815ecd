import type { Campaign, Participant } from "@wrapsody/shared/experiences/experiences.ts";
import { useTranslation } from "react-i18next";
import { paths } from "../../../paths.ts";
import { shortAddress } from "../../../ui/format/format.ts";
import { CoverLink } from "../../../ui/pictures/cover-link.tsx";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { useYours } from "../own-artwork/load.ts";
import { participantNumber } from "./artwork-data.ts";
import { RankLine } from "./rarity.tsx";

/** A grid of participants' artworks. The first one is larger, unless `even`. */
export function ArtworkGrid({
  campaign,
  participants,
  even = false,
}: {
  campaign: Pick<Campaign, "pretty_id" | "name">;
  participants: readonly Participant[];
  even?: boolean;
}) {
  return (
    <ol className={even ? "grid-art even" : "grid-art"}>
      {participants.map((participant, index) => (
        <li key={participant.id} className={!even && index === 0 ? "w2" : undefined}>
          <Artwork campaign={campaign} participant={participant} large={!even && index === 0} />
        </li>
      ))}
    </ol>
  );
}

function Artwork({
  campaign,
  participant,
  large,
}: {
  campaign: Pick<Campaign, "pretty_id" | "name">;
  participant: Participant;
  large: boolean;
}) {
  const { t } = useTranslation();
  const yours = useYours();
  const number = participantNumber(participant);
  const score = participant.total_rarity_score;
  return (
    <CoverLink className="piece" to={paths.participant(campaign.pretty_id, participant.id)}>
      <Picture
        image={participant.image}
        alt={t("experiences.artworkOf", { number, name: campaign.name })}
        sizes={large ? "(max-width: 820px) 94vw, 34vw" : "(max-width: 820px) 46vw, 17vw"}
      />
      {yours === undefined ? null : <yours.YoursMark artwork={participant} />}
      <span className="cap2">
        <span className="b small num">#{number}</span>
        <Owner participant={participant} />
      </span>
      <span className="cap2 small">
        {score === null ? (
          <span className="dim">{t("experiences.drawing")}</span>
        ) : (
          <RankLine artwork={participant} />
        )}
      </span>
    </CoverLink>
  );
}

/** The owner's wallet, or that the artwork was forfeited. Most artworks have neither: their owners keep them. */
function Owner({
  participant: { owner_wallet_address: wallet, is_forfeited },
}: {
  participant: Participant;
}) {
  const { t } = useTranslation();
  if (wallet !== null) return <span className="code dim">{shortAddress(wallet)}</span>;
  return is_forfeited ? <span className="dim small">{t("experiences.forfeited")}</span> : null;
}
