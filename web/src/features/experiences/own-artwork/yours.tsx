import type { Campaign, Participant } from "@wrapsody/shared/experiences/experiences.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { participantNumber } from "../artworks/artwork-data.ts";
import { useIsOwn, useOwnArtworks } from "./use-own-artworks.ts";

/** Says that an artwork is the reader's; `children` otherwise. */
export function OwnOrOther({ artwork, children }: { artwork: Participant; children: ReactNode }) {
  const { t } = useTranslation();
  return useIsOwn(artwork) ? <span className="b">{t("ownArtwork.yours.mark")}</span> : children;
}

/** Marks the reader's artworks, over their pictures. */
export function YoursMark({ artwork }: { artwork: Participant }) {
  const { t } = useTranslation();
  return useIsOwn(artwork) ? <span className="yours small b">{t("ownArtwork.yours.mark")}</span> : null;
}

/** Artworks that are linked one by one. */
const MAX_LINKED = 3;

/** Links to the reader's artworks of an experience, before the artworks of everyone. */
export function YoursLine({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const own = useOwnArtworks(campaign.id) ?? [];
  if (own.length === 0) return null;
  return (
    <nav className="row" aria-label={t("ownArtwork.yours.title")}>
      <span className="small b">{t("ownArtwork.yours.title")}</span>
      {own.slice(0, MAX_LINKED).map((artwork) => (
        <Link key={artwork.id} className="u small num" to={paths.participant(campaign.pretty_id, artwork.id)}>
          #{participantNumber(artwork)}
        </Link>
      ))}
      {own.length > MAX_LINKED ? (
        <Link className="u small" to={paths.myArt()}>
          {t("ownArtwork.yours.all", { count: own.length })}
        </Link>
      ) : null}
    </nav>
  );
}
