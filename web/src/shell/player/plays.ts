import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { postStream, type Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { ApiError, apiFetch } from "../../lib/api/api-fetch.ts";
import { queryClient } from "../../lib/pages/page-data.ts";
import {
  applyResponse,
  breakContinuity,
  dueCall,
  type Listening,
  markFailed,
  markSent,
  noListening,
  type Report,
  recordPosition,
  restartReport,
  unreported,
} from "./listening.ts";

/** One play of one song, from its start to its end or until another song is chosen. */
export type Play = {
  /** Reports the position of the playing track in seconds. */
  sound: (position: number) => void;
  /** Reports a pause or a seek. */
  interrupt: () => void;
};

/** State of the latest play. Times are in seconds heard. */
export type PlayProgress = {
  song: Song;
  heard: number;
  /** The last answer of the server, and when it arrived. */
  answer: AnswerOf<typeof postStream> | undefined;
  answeredAt: number;
  /** When the play is reported, to be counted. */
  countsAt: number | undefined;
};

/** The latest play, for the parts that are loaded later; `notify` is called after every change. */
export const playFeed: { latest: PlayProgress | undefined; notify: () => void } = {
  latest: undefined,
  notify: () => undefined,
};

/** Starts a play and reports it to the server. */
export function startPlay(song: Song): Play {
  let listening: Listening = noListening;
  let report: Report = unreported;
  let own: PlayProgress = { song, heard: 0, answer: undefined, answeredAt: 0, countsAt: undefined };
  playFeed.latest = own;

  function updateProgress(change: Partial<PlayProgress>): void {
    // The answer may arrive after the next play has started.
    const isLatest = playFeed.latest === own;
    own = { ...own, ...change };
    if (!isLatest) return;
    playFeed.latest = own;
    playFeed.notify();
  }

  async function sendDueCall(): Promise<void> {
    const call = dueCall(report, listening.heard);
    if (call === undefined) return;
    const body =
      report.step === "announced" ? { stream_id: report.streamId, heard: roundSeconds(listening.heard) } : {};
    report = markSent(report);
    try {
      const answer = await apiFetch(postStream, { params: { id: String(song.id) }, body });
      report = applyResponse(report, answer, listening.heard);
      const countsAt = report.step === "announced" ? report.notBefore : undefined;
      updateProgress({ answer, answeredAt: listening.heard, countsAt });
      if (answer.counted) await invalidatePoints();
    } catch (error) {
      // A failed report never interrupts listening.
      report = (isUnknownPlay(error) ? restartReport : markFailed)(report, listening.heard);
    }
  }

  return {
    sound(position) {
      listening = recordPosition(listening, position, performance.now() / 1000);
      updateProgress({ heard: listening.heard });
      void sendDueCall();
    },
    interrupt() {
      listening = breakContinuity(listening);
    },
  };
}

/** Returns true if the server no longer knows the play. */
const isUnknownPlay = (error: unknown) => error instanceof ApiError && error.errors[0]?.field === "stream_id";

/** Calls that return point balances and their history. The answer has brought the total. */
const POINT_QUERIES = /^GET my\/(?:rewards|points)(?:$|\/:)/;

function invalidatePoints(): Promise<void> {
  return queryClient().invalidateQueries({
    predicate: ({ queryKey: [call] }) => typeof call === "string" && POINT_QUERIES.test(call),
  });
}

function roundSeconds(seconds: number): number {
  return Math.floor(seconds * 100) / 100;
}
