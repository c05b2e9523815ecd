import { describe, expect, it } from "vitest";
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

/** Records positions as [position, clock] pairs. */
function listen(samples: [number, number][], from: Listening = noListening): Listening {
  return samples.reduce((listening, [position, at]) => recordPosition(listening, position, at), from);
}

describe("the heard time", () => {
  it("is zero before the track has moved", () => {
    expect(listen([[0, 100]]).heard).toBe(0);
  });

  it("grows while a track plays forward", () => {
    const samples: [number, number][] = [
      [0, 100],
      [0.25, 100.25],
      [0.5, 100.5],
      [1, 101],
    ];
    expect(listen(samples).heard).toBeCloseTo(1);
  });

  it("grows by whole intervals when a background tab reports rarely", () => {
    expect(
      listen([
        [0, 0],
        [20, 20],
      ]).heard,
    ).toBeCloseTo(20);
  });

  it("ignores a jump forward", () => {
    expect(
      listen([
        [1, 0],
        [90, 0.25],
        [90.25, 0.5],
      ]).heard,
    ).toBeCloseTo(0.25);
  });

  it("ignores a jump back", () => {
    expect(
      listen([
        [10, 0],
        [11, 1],
        [2, 1.1],
        [3, 2.1],
      ]).heard,
    ).toBeCloseTo(2);
  });

  it("does not grow while the track stands still", () => {
    expect(
      listen([
        [5, 0],
        [5, 60],
      ]).heard,
    ).toBe(0);
  });

  it("does not bridge a pause, however the position moved in it", () => {
    const before = listen([
      [0, 0],
      [2, 2],
    ]);
    const after = listen(
      [
        [30, 60],
        [31, 61],
      ],
      breakContinuity(before),
    );
    expect(after.heard).toBeCloseTo(3);
  });

  it("never exceeds the elapsed time", () => {
    const samples = Array.from({ length: 50 }, (_, n): [number, number] => [n * 0.7, n * 0.25]);
    expect(listen(samples).heard).toBeLessThanOrEqual(50 * 0.25);
  });
});

describe("the report of a play", () => {
  const answer = { stream_id: "3f0e", counted: false, qualifies_after: 30 };
  const announced = applyResponse(markSent(unreported), answer, 0);

  it("is announced at the start", () => {
    expect(dueCall(unreported, 0)).toBe("announce");
  });

  it("is not announced twice while the first call is pending", () => {
    expect(dueCall(markSent(unreported), 50)).toBeUndefined();
  });

  it("is due once enough was heard", () => {
    expect(dueCall(announced, 29.9)).toBeUndefined();
    expect(dueCall(announced, 30)).toBe("report");
  });

  it("is final once the play is counted, however long it continues", () => {
    const counted = applyResponse(markSent(announced), { ...answer, counted: true }, 30);
    expect(counted).toEqual({ step: "counted" });
    expect(dueCall(counted, 9999)).toBeUndefined();
  });

  it("is repeated if the server's clock lags behind", () => {
    const early = applyResponse(markSent(announced), answer, 30);
    expect(dueCall(early, 39)).toBeUndefined();
    expect(dueCall(early, 40)).toBe("report");
  });

  it("is repeated before the end of a short track", () => {
    const short = { ...answer, qualifies_after: 6 };
    const early = applyResponse(markSent(applyResponse(markSent(unreported), short, 0)), short, 6);
    expect(dueCall(early, 7.9)).toBeUndefined();
    expect(dueCall(early, 8)).toBe("report");
  });

  it("retries a failed announcement after a delay", () => {
    const failed = markFailed(markSent(unreported), 0);
    expect(dueCall(failed, 5)).toBeUndefined();
    expect(dueCall(failed, 10)).toBe("announce");
  });

  it("keeps its stream id after a failed report and retries", () => {
    const failed: Report = markFailed(markSent(announced), 30);
    expect(failed).toMatchObject({ step: "announced", streamId: "3f0e" });
    expect(dueCall(failed, 39)).toBeUndefined();
    expect(dueCall(failed, 40)).toBe("report");
  });

  it("starts over for an unknown stream, and counts from there", () => {
    const unknown = restartReport(markSent(announced), 31);
    expect(dueCall(unknown, 31)).toBe("announce");
    const restarted = applyResponse(markSent(unknown), { ...answer, stream_id: "77aa" }, 32);
    expect(restarted).toMatchObject({ step: "announced", streamId: "77aa" });
    expect(dueCall(restarted, 61.9)).toBeUndefined();
    expect(dueCall(restarted, 62)).toBe("report");
  });
});
