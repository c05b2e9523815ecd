import { describe, expect, it } from "vitest";
import {
  formatCount,
  formatDate,
  formatDuration,
  formatPercent,
  formatTotal,
  formatUsd,
  shortAddress,
} from "./format.ts";

describe("durations", () => {
  it("are minutes and seconds below an hour", () => {
    expect([0, 9.9, 60, 221, 3599].map(formatDuration)).toEqual(["0:00", "0:09", "1:00", "3:41", "59:59"]);
  });

  it("include hours from one hour on", () => {
    expect(formatDuration(3729)).toBe("1:02:09");
  });

  it("are zero while unknown", () => {
    expect([Number.NaN, Number.POSITIVE_INFINITY, -3].map(formatDuration)).toEqual(["0:00", "0:00", "0:00"]);
  });
});

describe("dates", () => {
  it("are day, month and year in the language of the page", () => {
    expect(formatDate("2026-03-20", "en")).toBe("20 Mar 2026");
    expect(formatDate("2026-03-20", "es")).toBe("20 mar 2026");
    expect(["2026-03", "2026"].map((date) => formatDate(date, "en"))).toEqual(["Mar 2026", "2026"]);
  });

  it("use UTC, so that the server and every browser agree", () => {
    expect(formatDate("2026-03-20T23:59:59.000Z", "en")).toBe("20 Mar 2026");
    expect(formatDate("2026-03-20T23:30:00-05:00", "en")).toBe("21 Mar 2026");
  });

  it("stay unchanged if they are invalid", () => {
    expect(formatDate("spring", "en")).toBe("spring");
  });
});

describe("numbers", () => {
  it("show US dollars in the form of en-US", () => {
    expect([0, 6, 1204.5].map(formatUsd)).toEqual(["$0.00", "$6.00", "$1,204.50"]);
  });

  it("group thousands as the language does", () => {
    expect(formatCount(48213, "en")).toBe("48,213");
    expect(formatCount(4821, "es")).toBe("4.821");
  });

  it("formats percent as the language does", () => {
    expect(formatPercent(5.94, "en", 1)).toBe("5.9%");
    expect(formatPercent(100, "es")).toBe("100\u00a0%");
  });
  it("mark a capped total with a plus sign", () => {
    expect([formatTotal(999, "en"), formatTotal(1000, "en")]).toEqual(["999", "1,000+"]);
  });
});

describe("addresses", () => {
  it("keep their first six and last four characters", () => {
    expect(shortAddress("0x7aC40000000000000000000000000000000091eF")).toBe("0x7aC4…91eF");
  });

  it("stay whole if they are short", () => {
    expect(shortAddress("0x7aC491eF")).toBe("0x7aC491eF");
  });
});
