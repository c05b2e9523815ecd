import type { CollectedArtwork } from "@wrapsody/shared/experiences/experiences.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLazyModule } from "../../../lib/lazy-module.ts";
import { paths } from "../../../paths.ts";
import { CoverLink } from "../../../ui/pictures/cover-link.tsx";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { participantNumber } from "./artwork-data.ts";
import { RankLine } from "./rarity.tsx";

/** The user's own artworks, each with its experience and wrap. */
export function CollectedGrid({ artworks }: { artworks: readonly CollectedArtwork[] }) {
  return (
    <ol className="grid-art own">
      {artworks.map((artwork) => (
        <li key={`${artwork.campaign.id} ${artwork.id}`}>
          <Collected artwork={artwork} />
        </li>
      ))}
    </ol>
  );
}

function Collected({ artwork }: { artwork: CollectedArtwork }) {
  const { t } = useTranslation();
  const { campaign, total_rarity_score: score } = artwork;
  const number = participantNumber(artwork);
  return (
    <>
      <ArtworkLink artwork={artwork}>
        <Picture
          image={artwork.image}
          alt={t("experiences.artworkOf", { number, name: campaign.name })}
          sizes="(max-width: 820px) 46vw, 20vw"
        />
        <span className="cap2">
          <span className="b small">{campaign.name}</span>
          <span className="small num">#{number}</span>
        </span>
        <span className="cap2 small">
          {score === null ? (
            <span className="dim">{t("experiences.drawing")}</span>
          ) : (
            <RankLine artwork={artwork} />
          )}
        </span>
      </ArtworkLink>
      <Origin campaign={campaign} />
      <OwnedToken artwork={artwork} />
    </>
  );
}

/** Links to the page of the artwork if that page still exists. One that was drawn and has no image is restricted. */
function ArtworkLink({ artwork, children }: { artwork: CollectedArtwork; children: ReactNode }) {
  const { campaign, id, image, total_rarity_score: score } = artwork;
  if (!campaign.is_public || (image === null && score !== null))
    return <div className="piece">{children}</div>;
  return (
    <CoverLink className="piece" to={paths.participant(campaign.pretty_id, id)}>
      {children}
    </CoverLink>
  );
}

function Origin({ campaign: { song, is_public } }: Pick<CollectedArtwork, "campaign">) {
  const { t } = useTranslation();
  const name = `${song.name}, ${song.artist}`;
  return (
    <p className="small dim own-origin">
      {is_public ? (
        <Link className="u" to={paths.wrap(song.pretty_id)}>
          {name}
        </Link>
      ) : (
        <span>{`${name}. ${t("accounts.art.unavailable")}`}</span>
      )}
    </p>
  );
}

/** A chunk of its own, because few artworks are kept without a wallet. */
const loadKeptArtwork = () => import("./kept-artwork.tsx").then(({ KeptArtwork: part }) => part);

/** The state of an artwork without a token. Nothing once it is minted. */
function OwnedToken({ artwork }: { artwork: CollectedArtwork }) {
  const isTokenMissing = artwork.minted_at === null;
  const { part: KeptArtwork } = useLazyModule("kept-artwork", loadKeptArtwork, isTokenMissing);
  return isTokenMissing && KeptArtwork !== undefined ? <KeptArtwork artwork={artwork} /> : null;
}
