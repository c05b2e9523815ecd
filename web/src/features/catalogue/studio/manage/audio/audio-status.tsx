import type { OwnAudio, OwnSong } from "@wrapsody/shared/studio/studio.ts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../../../../paths.ts";
import { PlayButton } from "../../../../../shell/player/play-button.tsx";
import { PreviewPlaybackContext } from "../../../../../shell/player/player.ts";
import { SongWaveform } from "../../../../../shell/player/song-waveform.tsx";
import { formatDuration } from "../../../../../ui/format/format.ts";
import { usePlaybackPosition } from "../../../wrap/wrap-wave.tsx";
import { audioErrorText } from "./audio-errors.ts";
import { AudioFacts } from "./audio-facts.tsx";

type Props = { song: OwnSong; audio: OwnAudio; peaks: number[] };

/** State of the recording: public audio, running analysis and problems. */
export function AudioStatus({ song, audio, peaks }: Props) {
  const { t } = useTranslation();
  const heard = song.audio_uri !== null;
  return (
    <>
      <div className="audio-state" role="status">
        <StateWords song={song} audio={audio} heard={heard} />
      </div>
      {heard ? <AudioPreview song={song} peaks={peaks} /> : null}
      {audio.state === "HELD" && audio.uri !== null ? <PendingAudio song={song} uri={audio.uri} /> : null}
      {audio.state === "READY" || audio.state === "HELD" ? <AudioFacts audio={audio} /> : null}
      {heard && audio.state !== "READY" ? <p className="small dim">{t("manage.audio.before")}</p> : null}
    </>
  );
}

function StateWords({ song, audio, heard }: Pick<Props, "song" | "audio"> & { heard: boolean }) {
  const { t } = useTranslation();
  const isChange = song.changes.some(({ field }) => field === "RECORDING");
  switch (audio.state) {
    case "NONE":
      return <p className="state">{t("manage.audio.state.NONE")}</p>;
    case "MEASURING":
      return (
        <>
          <p className="state wait b">{t("manage.audio.state.MEASURING")}</p>
          <p className="small dim">{t("manage.audio.measuring")}</p>
          <span className="measuring" aria-hidden="true" />
        </>
      );
    case "READY":
      return <p className="state on">{t("manage.audio.state.READY")}</p>;
    case "HELD":
      return (
        <>
          <p className="state wait b">{t("manage.audio.state.HELD")}</p>
          <p className="small">{t(isChange ? "manage.audio.changeWaits" : "manage.audio.underReview")}</p>
        </>
      );
    case "FAILED":
      return (
        <>
          <p className="state bad b">{t("manage.audio.state.FAILED")}</p>
          <p className="small">
            {audio.problem === null ? t("manage.audio.unreadable") : audioErrorText(t, audio.problem)}
          </p>
          <p className="small">{t(heard ? "manage.audio.failedReplacement" : "manage.audio.failed")}</p>
        </>
      );
  }
}

/** Waveform and player of the public audio. Counts no plays. */
function AudioPreview({ song, peaks }: { song: OwnSong; peaks: number[] }) {
  const quiet = useMemo(() => ({ peaks, page: paths.manage(song.id, { tab: "assets" }) }), [peaks, song.id]);
  const { position, duration } = usePlaybackPosition(song);
  return (
    <PreviewPlaybackContext value={quiet}>
      <div className="audio-heard">
        <PlayButton song={song} className="btn audio-play" />
        <div>
          <p className="split code">
            <span>{formatDuration(position)}</span>
            <span>{formatDuration(duration)}</span>
          </p>
          <SongWaveform songId={song.id} peaks={peaks} />
        </div>
      </div>
    </PreviewPlaybackContext>
  );
}

const noPeaks: number[] = [];

/** Player of a recording in review. The waveform follows after approval. */
function PendingAudio({ song, uri }: { song: OwnSong; uri: string }) {
  const { t } = useTranslation();
  const quiet = useMemo(
    () => ({ peaks: noPeaks, page: paths.manage(song.id, { tab: "assets" }) }),
    [song.id],
  );
  return (
    <PreviewPlaybackContext value={quiet}>
      <p className="row small">
        <PlayButton song={{ ...song, audio_uri: uri }} className="btn audio-play" />{" "}
        {t("manage.audio.playUpload")}
      </p>
    </PreviewPlaybackContext>
  );
}
