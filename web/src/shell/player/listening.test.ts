import { describe, expect, it } from "vitest";
import {
  answered,
  calling,
  due,
  failed,
  hear,
  interrupt,
  type Listening,
  lost,
  nothingHeard,
  type Report,
  untold,
} from "./listening.ts";

/** Looks at a track at the given [position, clock] pairs. */
function listen(looks: [number, number][], from: Listening = nothingHeard): Listening {
  return looks.reduce((listening, [position, at]) => hear(listening, position, at), from);
}

describe("what was heard", () => {
  it("is nothing before the track has moved", () => {
    expect(listen([[0, 100]]).heard).toBe(0);
  });

  it("grows with a track that plays forward", () => {
    const looks: [number, number][] = [
      [0, 100],
      [0.25, 100.25],
      [0.5, 100.5],
      [1, 101],
    ];
    expect(listen(looks).heard).toBeCloseTo(1);
  });

  it("grows by whole stretches when a tab in the background is looked at seldom", () => {
    expect(
      listen([
        [0, 0],
        [20, 20],
      ]).heard,
    ).toBeCloseTo(20);
  });

  it("does not grow by a jump forward", () => {
    expect(
      listen([
        [1, 0],
        [90, 0.25],
        [90.25, 0.5],
      ]).heard,
    ).toBeCloseTo(0.25);
  });

  it("does not shrink or grow by a jump back", () => {
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
      interrupt(before),
    );
    expect(after.heard).toBeCloseTo(3);
  });

  it("never exceeds the time that passed", () => {
    const looks = Array.from({ length: 50 }, (_, n): [number, number] => [n * 0.7, n * 0.25]);
    expect(listen(looks).heard).toBeLessThanOrEqual(50 * 0.25);
  });
});

describe("what is told of a play", () => {
  const answer = { stream_id: "3f0e", counted: false, qualifies_after: 30 };
  const announced = answered(calling(untold), answer, 0);

  it("is announced when it starts", () => {
    expect(due(untold, 0)).toBe("announce");
  });

  it("is not announced twice while the first call is on its way", () => {
    expect(due(calling(untold), 50)).toBeUndefined();
  });

  it("is reported once enough was heard, and not before", () => {
    expect(due(announced, 29.9)).toBeUndefined();
    expect(due(announced, 30)).toBe("report");
  });

  it("is told to the end after the report, however long the listening goes on", () => {
    const told = answered(calling(announced), { ...answer, counted: true }, 30);
    expect(told).toEqual({ step: "told" });
    expect(due(told, 9999)).toBeUndefined();
  });

  it("is reported again later when the server's clock had not come as far", () => {
    const early = answered(calling(announced), answer, 30);
    expect(due(early, 39)).toBeUndefined();
    expect(due(early, 40)).toBe("report");
  });

  it("is reported again before a short track is over", () => {
    const short = { ...answer, qualifies_after: 6 };
    const early = answered(calling(answered(calling(untold), short, 0)), short, 6);
    expect(due(early, 7.9)).toBeUndefined();
    expect(due(early, 8)).toBe("report");
  });

  it("waits a while after a failed announcement, and then tries again", () => {
    const again = failed(calling(untold), 0);
    expect(due(again, 5)).toBeUndefined();
    expect(due(again, 10)).toBe("announce");
  });

  it("keeps its stream when the report fails, and reports again later", () => {
    const again: Report = failed(calling(announced), 30);
    expect(again).toMatchObject({ step: "announced", streamId: "3f0e" });
    expect(due(again, 39)).toBeUndefined();
    expect(due(again, 40)).toBe("report");
  });

  it("is announced anew when the server does not know it, and reported once enough was heard from there on", () => {
    const unknown = lost(calling(announced), 31);
    expect(due(unknown, 31)).toBe("announce");
    const anew = answered(calling(unknown), { ...answer, stream_id: "77aa" }, 32);
    expect(anew).toMatchObject({ step: "announced", streamId: "77aa" });
    expect(due(anew, 61.9)).toBeUndefined();
    expect(due(anew, 62)).toBe("report");
  });
});
