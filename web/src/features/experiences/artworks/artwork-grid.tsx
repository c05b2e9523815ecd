import type { Campaign, Participant } from "@wrapsody/shared/experiences.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { shortAddress } from "../../../ui/format/format.ts";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { Rarity } from "./rarity.tsx";

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
  const number = participantNumber(participant);
  const score = participant.total_rarity_score;
  return (
    <Link className="piece" to={paths.participant(campaign.pretty_id, participant.id)}>
      <Picture
        image={participant.image}
        alt={t("experiences.artworkOf", { number, name: campaign.name })}
        sizes={large ? "(max-width: 820px) 94vw, 34vw" : "(max-width: 820px) 46vw, 17vw"}
      />
      <span className="cap2">
        <span className="b small num">{t("experiences.no", { number })}</span>
        <span className="code dim">{shortAddress(participant.owner_wallet_address)}</span>
      </span>
      <span className="cap2 small">
        {score === null ? <span className="dim">{t("experiences.drawing")}</span> : <Rarity score={score} />}
        {score === null ? null : <span className="num">{score}</span>}
      </span>
    </Link>
  );
}

/** Returns the participant's number within the experience, with which its name ends. */
export function participantNumber({ name, nft_id, id }: Pick<Participant, "name" | "nft_id" | "id">): string {
  return /\d+$/.exec(name)?.[0] ?? nft_id ?? String(id);
}
