/** How much of a track was really heard: played forward, neither sought nor paused. Seconds. */
export type Listening = {
  heard: number;
  /** Where the track was when it was looked at last, and when (seconds of a clock); none after a pause or a seek. */
  last: { position: number; at: number } | undefined;
};

export const noListening: Listening = { heard: 0, last: undefined };

/** How much faster than the clock a track may seem to go, in seconds: browsers tell positions late and in steps. */
const POSITION_TOLERANCE_S = 0.5;

/** Looks at a playing track. A step back, or one that is longer than the time that passed, was a seek. */
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

/** After a pause or a seek, what comes next does not adjoin what came before. */
export function breakContinuity(listening: Listening): Listening {
  return { heard: listening.heard, last: undefined };
}

/** What the server was told of a play. `notBefore`: seconds heard before which a failed call is not tried again. */
export type Report =
  | { step: "unannounced"; notBefore: number }
  | { step: "announcing" }
  | { step: "announced"; streamId: string; qualifiesAfter: number; notBefore: number }
  | { step: "reporting"; streamId: string; qualifiesAfter: number }
  | { step: "told" };

export const unreported: Report = { step: "unannounced", notBefore: 0 };

/** How much more is heard before a failed call is tried again, in seconds. */
const RETRY_AFTER_S = 10;

/** And before a play is told again that the server's clock did not let count: a short track has not much more. */
const recountAfterS = (qualifiesAfter: number) => Math.min(RETRY_AFTER_S, qualifiesAfter / 3);

/** What is to be told now, if anything. */
export function dueCall(report: Report, heard: number): "announce" | "report" | undefined {
  if (report.step === "unannounced" && heard >= report.notBefore) return "announce";
  if (report.step === "announced" && heard >= Math.max(report.qualifiesAfter, report.notBefore))
    return "report";
  return undefined;
}

/** A call is on its way. */
export function markSent(report: Report): Report {
  if (report.step === "unannounced") return { step: "announcing" };
  if (report.step === "announced") {
    return { step: "reporting", streamId: report.streamId, qualifiesAfter: report.qualifiesAfter };
  }
  return report;
}

/**
 * The call came back with what the server knows. The server believes no more than its own clock, which may have begun
 * a moment later than the track: a play that it did not count is told again after some more was heard.
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
      // The server's clock began with this call, however much was heard before it.
      notBefore: heard + answer.qualifies_after,
    };
  }
  if (report.step !== "reporting") return report;
  return answer.counted ? { step: "told" } : markFailed(report, heard, recountAfterS(report.qualifiesAfter));
}

/** The call failed; it is tried again after some more was heard, and the listener never learns of it. */
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

/** The server does not know the play, such as after a long pause: what is heard from here on is a play of its own. */
export function restartReport(report: Report, heard: number): Report {
  return report.step === "reporting" ? { step: "unannounced", notBefore: heard } : markFailed(report, heard);
}
