import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  isConvertedDuration,
  MAX_DURATION_S,
  parseDuration,
  readDuration,
  spellDuration,
  writeDuration,
} from "./durations.ts";

test.each([
  ["00:03:45", 225],
  ["0:3:45", 225],
  ["3:45", 225],
  ["75:20", 4_520],
  ["225", 225],
  ["225.3061224489796", 225],
  [" 225 s ", 225],
  ["3m45s", 225],
  ["3 min 45 sec", 225],
  ["3'45\"", 225],
  ["3′45″", 225],
  ["PT3M45S", 225],
  ["PT1H", 3600],
  ["1h 2m 3s", 3723],
  ["1:02:03", 3723],
  ["3:44.6", 225],
])("%j is a clear duration", (text, seconds) => {
  expect(parseDuration(text)).toEqual({ seconds, otherwise: undefined });
});

test.each(["", "0", "00:00:00", "3:75", "abc", "-3:45", "24:00:01", "1:2:3:4", "m", "PT", "1e3", "0.97"])(
  "%j is no duration",
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);

describe("a duration that a spreadsheet has converted", () => {
  it.each([
    ["12:02:58 AM", 178],
    ["0:02:58 a. m.", 178],
    ["12:02:58 a.\u202fm.", 178],
    ["오전 12:02:58", 178],
    ["1899-12-30T00:02:58.000Z", 178],
    ["12/30/1899 12:02:58 AM", 178],
    ["0.00206018518518519", 178],
    ["0,00206018518518519", 178],
    ["2.06018518518519E-03", 178],
    ["0.00206", 178],
    ["62:05:00", 3_725],
    ["2.58680555555556", 3_725],
    ["1:02:05 AM", 3_725],
  ])("is read where it is clear: %s", (text, seconds) => {
    expect(parseDuration(text)).toEqual({ seconds, otherwise: undefined });
  });

  it.each([
    ["2:58:00 AM", 178],
    ["2:58:00 a. m.", 178],
    ["2:58 am", 178],
    ["上午2:58:00", 178],
    ["4:10:00 PM", 970],
    ["4:10:00 p.\u00a0m.", 970],
    ["12:10:00 PM", 730],
    ["1899-12-30 02:58:00", 178],
    ["0.123611111111111", 178],
    [".12361", 178],
    ["0,125", 180],
  ])("is minutes and seconds in a time of whole minutes, with the hours beside: %s", (text, seconds) => {
    expect(parseDuration(text)).toEqual({ seconds, otherwise: seconds * 60 });
  });

  it.each([
    ["2:58:00", 10_680],
    ["02:58:00", 10_680],
    ["1:00:00.000", 3_600],
    ["24:00:00", 86_400],
    ["12:04:00 AM", 240],
    ["0.025", 2_160],
  ])("keeps the meaning of its form, with minutes and seconds beside: %s", (text, seconds) => {
    expect(parseDuration(text)).toEqual({ seconds, otherwise: seconds / 60 });
  });

  it.each(["12:03 AM", "0.12", "0,003", "62:05:30", "13:05:00 PM", "2:58 noon", "1901-02-03 02:58:00"])(
    "is recognised where it cannot be read: %s",
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
      expect(isConvertedDuration(text)).toBe(true);
    },
  );

  it.each(["", "long", "3:75", "x.5", "1:2:3:4", "-3:45"])("is not any text: %j", (text) => {
    expect(isConvertedDuration(text)).toBe(false);
  });

  it("has the same length, whatever form the spreadsheet gives to what was typed", { retry: 0 }, () => {
    const duration = fc.tuple(fc.integer({ min: 1, max: 23 }), fc.integer({ min: 0, max: 59 }));
    fc.assert(
      fc.property(duration, ([minutes, seconds]) => {
        const length = minutes * 60 + seconds;
        const clock = `${minutes % 12 || 12}:${String(seconds).padStart(2, "0")}:00`;
        const forms = [
          `${clock} ${minutes < 12 ? "AM" : "PM"}`,
          `1899-12-30 ${minutes}:${String(seconds).padStart(2, "0")}:00`,
        ];
        const day = length / 1440;
        for (const form of [...forms, String(day), day.toFixed(10).replace(".", ",")])
          expect([form, readDuration(form)]).toEqual([form, length]);
      }),
    );
  });
});

test("a duration is written as hours, minutes and seconds", () => {
  expect(writeDuration(225)).toBe("00:03:45");
  expect(writeDuration(36_061)).toBe("10:01:01");
});

test("a spelled duration is read again, and has one meaning", { retry: 0 }, () => {
  expect([178, 240, 3_725, 7_200].map(spellDuration)).toEqual(["2m 58s", "4m", "1h 2m 5s", "2h"]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MAX_DURATION_S }), (seconds) => {
      expect(parseDuration(spellDuration(seconds))).toEqual({ seconds, otherwise: undefined });
    }),
  );
});
