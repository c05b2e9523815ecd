import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { getReview } from "@wrapsody/shared/studio/review.ts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { PlayButton } from "../../../shell/player/play-button.tsx";
import { PreviewPlaybackContext } from "../../../shell/player/player.ts";
import { formatPercent } from "../../../ui/format/format.ts";
import { Section } from "../../../ui/layout/section.tsx";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { QueryState, useAuthedQuery } from "../../accounts/index.ts";
import { likenessPercent, type ReviewDetail } from "./review-detail.ts";

/** Lists similar recordings with players. Renders nothing if there are none. */
export function Matches({ review: { matches }, song }: { review: ReviewDetail; song: Song }) {
  const { t } = useTranslation();
  if (matches.length === 0) return null;
  return (
    <Section title={t("review.matches.title")}>
      <p className="lead">{t("review.matches.lead", { count: matches.length })}</p>
      <ul className="matches">
        <li className="match">
          <PlayButton song={song} className="sq" />
          <p className="match-what">
            <span className="b">{song.name}</span>
            <span className="small dim">{t("review.matches.this", { artist: song.artist })}</span>
          </p>
        </li>
        {matches.map((match) => (
          <Match key={match.song_id} match={match} />
        ))}
      </ul>
    </Section>
  );
}

function Match({ match }: { match: ReviewDetail["matches"][number] }) {
  const { t, i18n } = useTranslation();
  const percent = likenessPercent(match.likeness);
  const { data, error, refetch } = useAuthedQuery(getReview, { params: { id: String(match.song_id) } });
  if (data === undefined) {
    return (
      <li>
        <QueryState error={error} refetch={refetch} rows={1} height="4.5rem" />
      </li>
    );
  }
  return (
    <li className="match">
      <MatchPlayer review={data} />
      <p className="match-what">
        <Link className="b u" to={paths.review(match.song_id)}>
          {match.name}
        </Link>
        <span className="small dim">{match.artist}</span>
        <span className="small dim">
          {match.publisher === ""
            ? t("review.deletedPublisher")
            : t("review.matches.of", { name: match.publisher })}
        </span>
      </p>
      <p className="match-likeness">
        <span className="no">{formatPercent(percent, i18n.language)}</span>
        <span className="small">{t(percent === 100 ? "review.matches.same" : "review.matches.alike")}</span>
      </p>
      <Picture image={data.song.image} alt="" sizes="72px" className="match-cover" />
    </li>
  );
}

/** Plays the matching recording under its own name, without counting a play. */
function MatchPlayer({ review: { song, detail } }: { review: ReviewDetail }) {
  const preview = useMemo(
    () => ({ peaks: detail.peaks, page: paths.review(song.id) }),
    [detail.peaks, song.id],
  );
  return (
    <PreviewPlaybackContext value={preview}>
      <PlayButton song={detail.song} className="sq" />
    </PreviewPlaybackContext>
  );
}
