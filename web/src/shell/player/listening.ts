/** Seconds of a track that were played forward, without seeking or pausing. */
export type Listening = {
  heard: number;
  /** The last position and its clock time, both in seconds. Undefined after a pause or a seek. */
  last: { position: number; at: number } | undefined;
};

export const noListening: Listening = { heard: 0, last: undefined };

/** Tolerated lead of the position over the clock: browsers report positions late and in steps. */
const POSITION_TOLERANCE_S = 0.5;

/** Adds a position of a playing track. A step back, or one longer than the time elapsed, was a seek. */
export function recordPosition(listening: Listening, position: number, at: number): Listening {
  const last = { position, at };
  if (listening.last === undefined) return { heard: listening.heard, last };
  const moved = position - listening.last.position;
  const passed = at - listening.last.at;
  const heard =
    moved > 0 && moved <= passed + POSITION_TOLERANCE_S
      ? listening.heard + Math.min(moved, passed)
      : listening.heard;
  return { heard, last };
}

/** Ends the continuous stretch after a pause or a seek. */
export function breakContinuity(listening: Listening): Listening {
  return { heard: listening.heard, last: undefined };
}

/** How far a play has been reported. A failed call is not retried before `notBefore` seconds were heard. */
export type Report =
  | { step: "unannounced"; notBefore: number }
  | { step: "announcing" }
  | { step: "announced"; streamId: string; qualifiesAfter: number; notBefore: number }
  | { step: "reporting"; streamId: string; qualifiesAfter: number }
  | { step: "counted" };

export const unreported: Report = { step: "unannounced", notBefore: 0 };

/** Seconds that must be heard before a failed call is retried. */
const RETRY_AFTER_S = 10;

/** Seconds to hear before an uncounted play is reported again. Short tracks have little time left. */
const recountAfterS = (qualifiesAfter: number) => Math.min(RETRY_AFTER_S, qualifiesAfter / 3);

/** Returns the call that is due, if any. */
export function dueCall(report: Report, heard: number): "announce" | "report" | undefined {
  if (report.step === "unannounced" && heard >= report.notBefore) return "announce";
  if (report.step === "announced" && heard >= Math.max(report.qualifiesAfter, report.notBefore))
    return "report";
  return undefined;
}

/** Marks the due call as sent. */
export function markSent(report: Report): Report {
  if (report.step === "unannounced") return { step: "announcing" };
  if (report.step === "announced") {
    return { step: "reporting", streamId: report.streamId, qualifiesAfter: report.qualifiesAfter };
  }
  return report;
}

/**
 * Applies the server's response. The server trusts only its own clock, which may start a moment after the track, so a
 * play that it did not count is reported again later.
 */
export function applyResponse(
  report: Report,
  answer: { stream_id: string; counted: boolean; qualifies_after: number },
  heard: number,
): Report {
  if (report.step === "announcing") {
    return {
      step: "announced",
      streamId: answer.stream_id,
      qualifiesAfter: answer.qualifies_after,
      // The server's clock starts with this call, however much was heard before it.
      notBefore: heard + answer.qualifies_after,
    };
  }
  if (report.step !== "reporting") return report;
  return answer.counted
    ? { step: "counted" }
    : markFailed(report, heard, recountAfterS(report.qualifiesAfter));
}

/** Schedules a retry of a failed call. The listener is not notified. */
export function markFailed(report: Report, heard: number, wait: number = RETRY_AFTER_S): Report {
  const notBefore = heard + wait;
  if (report.step === "announcing") return { step: "unannounced", notBefore };
  if (report.step === "reporting") {
    return {
      step: "announced",
      streamId: report.streamId,
      qualifiesAfter: report.qualifiesAfter,
      notBefore,
    };
  }
  return report;
}

/** Starts a new play if the server does not know this one, such as after a long pause. */
export function restartReport(report: Report, heard: number): Report {
  return report.step === "reporting" ? { step: "unannounced", notBefore: heard } : markFailed(report, heard);
}
