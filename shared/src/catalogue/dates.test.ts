import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wrapPayload } from "../studio/studio.ts";
import { dateTexts, firstDayOf, isPossibleYear, parseDate } from "./dates.ts";

const now = new Date("2026-11-29T10:00:00Z");

describe("a typed date", () => {
  it.each([
    ["1998-03-01", "1998-03-01"],
    ["1998/3/1", "1998-03-01"],
    ["19980301", "1998-03-01"],
    [" 1998.3.1 ", "1998-03-01"],
    ["1998-03-01T00:00:00.000Z", "1998-03-01"],
    ["1998-03-01 0:00", "1998-03-01"],
    ["25.12.1998", "1998-12-25"],
    ["12/25/1998", "1998-12-25"],
    ["5/5/1998", "1998-05-05"],
    ["1998", "1998"],
    ["1998-05", "1998-05"],
    ["1998/5", "1998-05"],
    ["05/1998", "1998-05"],
    ["1998-05-00", "1998-05"],
    ["1998-00-00", "1998"],
    ["1860", "1860"],
    ["1860-01-01", "1860-01-01"],
    ["2027-12-31", "2027-12-31"],
  ])("%s is %s", (text, date) => {
    expect(parseDate(text, now)).toEqual({ date });
  });

  it.each([
    ["03/01/1998", "ambiguous"],
    ["1.3.1998", "ambiguous"],
    ["12/11/1998", "ambiguous"],
    ["25/12/98", "ambiguous"],
    ["46082", "number"],
    ["46082,0", "number"],
    ["1859-12-31", "year"],
    ["2028-01-01", "year"],
    ["0008-09-19", "year"],
    ["31/12/2199", "year"],
    ["1859", "year"],
    ["2028-01", "year"],
    ["0008", "year"],
    ["1998-00-05", "form"],
    ["199805", "form"],
    ["1998-02-30", "form"],
    ["1998-13-01", "form"],
    ["25/13/1998", "form"],
    ["soon", "form"],
    ["", "form"],
  ])("%j is refused as %s", (text, problem) => {
    expect(parseDate(text, now)).toEqual({ problem });
  });

  it("with the year last is the date that it was, or refused", { retry: 0 }, () => {
    const date = fc.date({
      min: new Date("1860-01-01"),
      max: new Date("2027-12-31"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, fc.constantFrom("/", "-", "."), fc.boolean(), (value, sign, isDayFirst) => {
        const iso = value.toISOString().slice(0, 10);
        const [year = "", month = "", day = ""] = iso.split("-");
        const written = [...(isDayFirst ? [day, month] : [month, day]), year].join(sign);
        const isClear = Number(day) > 12 || day === month;
        expect(parseDate(written, now)).toEqual(isClear ? { date: iso } : { problem: "ambiguous" });
      }),
    );
  });
});

it("is refused by the calls with a year before recordings or after next year, on its field", () => {
  const nextYear = new Date().getUTCFullYear() + 1;
  const payload = (date: string) => ({
    name: "Low Tide",
    albums: [{ name: "Harbour", trackNumber: 1, releaseDate: date }],
    dates: [{ type: "RECORDED", date }],
  });
  const messages = (date: string) =>
    (wrapPayload.safeParse(payload(date)).error?.issues ?? []).map(({ path, message }) => [
      path.join("."),
      message,
    ]);
  expect(messages(`${nextYear}-12-31`)).toEqual([]);
  for (const date of [`${nextYear + 1}-01-01`, "0008-09-19"])
    expect(messages(date)).toEqual([
      ["albums.0.releaseDate", dateTexts.year],
      ["dates.0.date", dateTexts.year],
    ]);
  expect(messages("03/01/1998")).toEqual([
    ["albums.0.releaseDate", dateTexts.ambiguous],
    ["dates.0.date", dateTexts.ambiguous],
  ]);
  expect(["1998", "1998-05", "1998-05-02"].map(firstDayOf)).toEqual([
    "1998-01-01",
    "1998-05-01",
    "1998-05-02",
  ]);
  expect([isPossibleYear("0008-09-19"), isPossibleYear("1998-03-01")]).toEqual([false, true]);
});
