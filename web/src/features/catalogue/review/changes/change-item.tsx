import type { ReviewedChange } from "@wrapsody/shared/studio/song-changes.ts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { PlayButton } from "../../../../shell/player/play-button.tsx";
import { PreviewPlaybackContext } from "../../../../shell/player/player.ts";
import { formatDuration } from "../../../../ui/format/format.ts";
import { formatDay, formatTime } from "../../../../ui/format/local-time.ts";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { WrapState } from "../../studio/my-wraps/wrap-state.tsx";
import { useFormatQueueAge } from "../review-detail.ts";
import { ChangeDecision, changeField } from "./change-decision.tsx";

type Props = { change: ReviewedChange; announce: (text: string) => void };

/** A change with its difference, and the decision about it. */
export function ChangeItem({ change, announce }: Props) {
  const { t } = useTranslation();
  const { id, song, publisher, state } = change;
  return (
    <li className="change" aria-labelledby={`change-${id}`}>
      <div className="change-what">
        <h2 id={`change-${id}`} className="head">
          {t(`review.changes.field.${changeField(change)}`)}
        </h2>
        <p>
          <Link className="b u" to={paths.review(song.id)}>
            {song.name}
          </Link>
          <span className="dim">{song.artist}</span>
        </p>
        <p className="small">
          <WrapState status={song.status} />
        </p>
        <p className="small">
          {publisher === null ? (
            <span className="dim">{t("review.deletedPublisher")}</span>
          ) : (
            <Link className="u" to={paths.user(publisher.id)}>
              {publisher.name}
            </Link>
          )}
        </p>
        <When change={change} />
      </div>
      <Difference change={change} />
      {state === "WAITING" ? <ChangeDecision change={change} announce={announce} /> : null}
    </li>
  );
}

/** When it was requested, and how it ended. */
function When({ change: { state, requested_at, decided_at, decided_by, reason } }: Pick<Props, "change">) {
  const { t, i18n } = useTranslation();
  const age = useFormatQueueAge()(requested_at);
  if (decided_at === null) return <p className="small dim">{age}</p>;
  return (
    <>
      <p className="small dim">
        {t(`review.changes.ended.${state}`, { by: decided_by ?? t("review.history.deletedAccount") })}{" "}
        <time dateTime={decided_at}>
          {formatDay(decided_at, i18n.language)}, {formatTime(decided_at)}
        </time>
      </p>
      {reason === null ? null : <p className="small review-reason">{reason}</p>}
    </>
  );
}

/** The former and the new value side by side. */
function Difference({ change }: Pick<Props, "change">) {
  const { t } = useTranslation();
  return (
    <dl className="difference">
      {(["before", "after"] as const).map((side) => (
        <div key={side} className={side}>
          <dt className="meta dim">{t(`review.changes.${side}`)}</dt>
          <dd>
            <Value change={change} side={side} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({
  change: { song, title, artwork, recording },
  side,
}: {
  change: ReviewedChange;
  side: "before" | "after";
}) {
  const { t } = useTranslation();
  if (title !== null) return <span className="difference-title b">{title[side]}</span>;
  const gone = <span className="small dim">{t("review.changes.gone")}</span>;
  if (artwork !== null) {
    const image = artwork[side];
    if (image === null) return gone;
    const alt = t(`review.changes.artwork.${side}`, { name: song.name });
    return <Picture image={image} alt={alt} sizes="(max-width: 680px) 50vw, 16rem" />;
  }
  const sound = recording?.[side] ?? null;
  if (sound === null) return gone;
  return (
    <span className="difference-sound">
      {sound.uri === null ? gone : <Recording song={song} uri={sound.uri} side={side} />}
      {sound.duration === null ? null : <span className="code">{formatDuration(sound.duration)}</span>}
    </span>
  );
}

const noPeaks: number[] = [];

/** Plays a recording under a name of its own, without counting a play. */
function Recording({
  song,
  uri,
  side,
}: {
  song: ReviewedChange["song"];
  uri: string;
  side: "before" | "after";
}) {
  const { t } = useTranslation();
  const quiet = useMemo(() => ({ peaks: noPeaks, page: paths.changes() }), []);
  const name = t(`review.changes.recording.${side}`, { name: song.name });
  return (
    <PreviewPlaybackContext value={quiet}>
      <PlayButton song={{ ...song, name, audio_uri: uri }} className="sq" />
    </PreviewPlaybackContext>
  );
}
