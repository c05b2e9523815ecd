import { expect, test } from "vitest";
import { untilParts } from "./next-listen.tsx";

const now = Date.parse("2026-03-20T12:00:00Z");

test.each([
  [null, undefined],
  ["2026-03-20T11:59:59Z", undefined],
  ["2026-03-20T12:00:00Z", undefined],
  ["2026-03-20T12:00:01Z", { hours: 0, minutes: 1 }],
  ["2026-03-20T13:00:00Z", { hours: 0, minutes: 60 }],
  ["2026-03-20T13:00:01Z", { hours: 2, minutes: 0 }],
  ["2026-03-21T12:00:00Z", { hours: 24, minutes: 0 }],
  ["no moment", undefined],
])("never announces a shorter wait than until %s", (at, left) => {
  expect(untilParts(at, now)).toEqual(left);
});
