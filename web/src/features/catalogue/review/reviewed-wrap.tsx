import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../../paths.ts";
import { QuietTrack } from "../../../shell/player/preview-playback.ts";
import { Leaf, LeafNone } from "../../../ui/layout/section.tsx";
import { AudioFacts } from "../studio/manage/audio/audio-facts.tsx";
import { LearnTab } from "../wrap/learn/learn-tab.tsx";
import { DspList } from "../wrap/listen/listen-tab.tsx";
import { PreviewAddress } from "../wrap/preview-address.ts";
import { WrapHero } from "../wrap/wrap-hero.tsx";
import { Decision } from "./decision.tsx";
import { DecisionTold } from "./decision-status.tsx";
import { History } from "./history.tsx";
import { Matches } from "./matches.tsx";
import { Standing } from "./review-status.tsx";
import type { Reviewed } from "./reviewed.ts";
import "../wrap/wrap.css";

/**
 * A wrap as its page will show it, beside what is known of it and the decision. It is heard quietly: the recording that
 * came last, which may not be the one that listeners hear.
 */
export function ReviewedWrap({ review }: { review: Reviewed }) {
  const { song, audio, detail } = review;
  const address = useMemo(() => () => paths.review(song.id), [song.id]);
  const isListenersOwn = audio.uri === detail.song.audio_uri;
  const peaks = isListenersOwn ? detail.peaks : noPeaks;
  const quiet = useMemo(() => ({ peaks, page: paths.review(song.id) }), [peaks, song.id]);
  const shown = {
    ...detail,
    peaks,
    song: { ...detail.song, audio_uri: audio.state === "FAILED" ? null : audio.uri },
  };
  return (
    <PreviewAddress value={address}>
      <QuietTrack value={quiet}>
        <div className="wrap-page review-page">
          <DecisionTold />
          <WrapHero detail={shown} />
          <div className="review-cols">
            <Standing review={review} />
            <div className="review-main">
              <Matches review={review} song={shown.song} />
              <LearnTab detail={shown} />
              <Elsewhere review={review} />
              <Recording review={review} />
              <History history={review.history} />
            </div>
            <Decision review={review} />
          </div>
        </div>
      </QuietTrack>
    </PreviewAddress>
  );
}

const noPeaks: number[] = [];

function Elsewhere({ review: { song, detail } }: { review: Reviewed }) {
  const { t } = useTranslation();
  return (
    <Leaf title={t("wrap.elsewhere")}>
      {detail.dsps.length === 0 ? (
        <LeafNone>{t("wrap.noServices")}</LeafNone>
      ) : (
        <DspList song={song.name} dsps={detail.dsps} />
      )}
    </Leaf>
  );
}

function Recording({ review: { audio } }: { review: Reviewed }) {
  const { t } = useTranslation();
  return (
    <Leaf title={t("review.recording")}>
      {audio.state === "NONE" ? <LeafNone>{t("wrap.noAudio")}</LeafNone> : <AudioFacts audio={audio} />}
    </Leaf>
  );
}
