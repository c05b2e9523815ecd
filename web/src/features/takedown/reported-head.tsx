import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { getReview } from "@wrapsody/shared/studio/review.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { PlayButton } from "../../shell/player/play-button.tsx";
import { getPlayer, isLoaded, PreviewPlaybackContext, playerActions } from "../../shell/player/player.ts";
import type { PreviewPlayback } from "../../shell/player/player-state.ts";
import { formatDuration } from "../../ui/format/format.ts";
import { PlayShape } from "../../ui/graphics/shapes.tsx";
import { Picture } from "../../ui/pictures/picture.tsx";
import { useAuthedQuery } from "../accounts/index.ts";
import { parsePlace } from "./place.ts";
import type { ReportDetail } from "./report-detail.ts";
import { ReportStateText } from "./reports.tsx";

/** What a report is about, with its picture and what leads to the exact place. */
export function ReportedHead({ report }: { report: ReportDetail }) {
  const { t } = useTranslation();
  // The files of restricted things are not served.
  const isRestricted = report.things.some(({ is_restricted }) => is_restricted);
  return (
    <header className="page-h reported-h">
      <p className="small">
        <Link className="row back" to={paths.reports()}>
          <ArrowLeft className="i" aria-hidden="true" /> {t("takedown.list.all")}
        </Link>
      </p>
      <Picture
        image={isRestricted ? null : report.image}
        alt=""
        sizes="(max-width: 560px) 80px, 160px"
        priority
        className="reported-cover"
      />
      <div className="reported-title">
        <h1 className="title">{report.title}</h1>
        <p className="small row">
          <ReportStateText {...report} />
          <span className="dim">{t(`takedown.kind.${report.kind}`)}</span>
          <span className="dim">{t("takedown.detail.title", { report: report.id })}</span>
        </p>
      </div>
      <Places report={report} isRestricted={isRestricted} />
    </header>
  );
}

function Places({ report, isRestricted }: { report: ReportDetail; isRestricted: boolean }) {
  const { t } = useTranslation();
  const [thing] = report.things;
  const { path, seconds } = parsePlace(report.location, window.location.origin);
  if (thing === undefined) return null;
  return (
    <div className="row reported-do">
      {report.kind === "wrap" ? <Listen id={thing.target} seconds={seconds} /> : null}
      {isRestricted ? null : (
        <Link className="btn" to={path ?? thing.path}>
          {t(path === undefined ? "takedown.detail.open" : "takedown.detail.place")}{" "}
          <ArrowRight className="i" aria-hidden="true" />
        </Link>
      )}
    </div>
  );
}

/** Plays the reported recording, also from the reported second on. Counts no play. */
function Listen({ id, seconds }: { id: string; seconds: number | undefined }) {
  const { t } = useTranslation();
  const { data } = useAuthedQuery(getReview, { params: { id } });
  const preview = useMemo(
    () => (data === undefined ? undefined : { peaks: data.detail.peaks, page: paths.review(data.song.id) }),
    [data],
  );
  if (data === undefined || preview === undefined)
    return (
      <button type="button" className="btn" disabled>
        {t("ui.play")} <PlayShape playing={false} />
      </button>
    );
  const { song } = data.detail;
  const isThere = seconds !== undefined && seconds < song.duration && song.audio_uri !== null;
  return (
    <PreviewPlaybackContext value={preview}>
      {isThere ? (
        <button type="button" className="btn solid" onClick={() => playAt(song, preview, seconds)}>
          {t("takedown.detail.playFrom", { time: formatDuration(seconds) })} <PlayShape playing={false} />
        </button>
      ) : null}
      <PlayButton song={song} label className="btn" />
    </PreviewPlaybackContext>
  );
}

function playAt(song: Song, quiet: PreviewPlayback, seconds: number): void {
  const player = getPlayer();
  if (!player.playing || !isLoaded(player, song, quiet))
    playerActions.chooseSong(song, { by: "reader", quiet });
  playerActions.seekTo(seconds);
}
