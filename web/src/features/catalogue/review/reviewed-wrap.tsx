import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../../paths.ts";
import { PreviewPlaybackContext } from "../../../shell/player/player.ts";
import { EmptySection, Section } from "../../../ui/layout/section.tsx";
import { AudioFacts } from "../studio/manage/audio/audio-facts.tsx";
import { LearnTab } from "../wrap/learn/learn-tab.tsx";
import { DspList } from "../wrap/listen/listen-tab.tsx";
import { PreviewAddress } from "../wrap/preview-address.ts";
import { WrapHero } from "../wrap/wrap-hero.tsx";
import { Decision } from "./decision.tsx";
import { DecisionStatus } from "./decision-status.tsx";
import { History } from "./history.tsx";
import { Matches } from "./matches.tsx";
import type { ReviewDetail } from "./review-detail.ts";
import { ReviewStatus } from "./review-status.tsx";

/**
 * The wrap as its page will show it, with the decision form. Plays the latest recording, which may not be the public
 * one, and counts no plays.
 */
export function ReviewedWrap({ review }: { review: ReviewDetail }) {
  const { song, audio, detail: publicDetail } = review;
  const address = useMemo(() => () => paths.review(song.id), [song.id]);
  const isPublicAudio = audio.uri === publicDetail.song.audio_uri;
  const peaks = isPublicAudio ? publicDetail.peaks : noPeaks;
  const quiet = useMemo(() => ({ peaks, page: paths.review(song.id) }), [peaks, song.id]);
  const detail = {
    ...publicDetail,
    peaks,
    song: { ...publicDetail.song, audio_uri: audio.state === "FAILED" ? null : audio.uri },
  };
  return (
    <PreviewAddress value={address}>
      <PreviewPlaybackContext value={quiet}>
        <div className="wrap-page review-page">
          <DecisionStatus />
          <WrapHero detail={detail} backTo={paths.reviews()} />
          <div className="review-cols">
            <Matches review={review} song={detail.song} />
            <div className="review-side">
              <ReviewStatus review={review} />
              <Decision review={review} />
            </div>
            <div className="review-main">
              <LearnTab detail={detail} />
              <StreamingLinks review={review} />
              <Recording review={review} />
              <History history={review.history} />
            </div>
          </div>
        </div>
      </PreviewPlaybackContext>
    </PreviewAddress>
  );
}

const noPeaks: number[] = [];

function StreamingLinks({ review: { song, detail } }: { review: ReviewDetail }) {
  const { t } = useTranslation();
  return (
    <Section title={t("wrap.elsewhere")}>
      {detail.dsps.length === 0 ? (
        <EmptySection>{t("wrap.noServices")}</EmptySection>
      ) : (
        <DspList song={song.name} dsps={detail.dsps} />
      )}
    </Section>
  );
}

function Recording({ review: { audio } }: { review: ReviewDetail }) {
  const { t } = useTranslation();
  return (
    <Section title={t("review.recording")}>
      {audio.state === "NONE" ? (
        <EmptySection>{t("wrap.noAudio")}</EmptySection>
      ) : (
        <AudioFacts audio={audio} />
      )}
    </Section>
  );
}
