import { describe, expect, it } from "vitest";
import { pageNumber, rowsOfPage } from "./page-number.ts";

describe("the page an address asks for", () => {
  it("is the first when nothing is asked for", () => {
    expect(pageNumber(new URLSearchParams(""))).toBe(1);
  });

  it("is the one that is named", () => {
    expect(pageNumber(new URLSearchParams("q=a&page=7"))).toBe(7);
  });

  it.each(["0", "-1", "1.5", "two", "", "Infinity", "99999999"])("is the first instead of %j", (page) => {
    expect(pageNumber(new URLSearchParams({ page }))).toBe(1);
  });

  it("begins where the page before it ended", () => {
    expect(rowsOfPage(1, 14)).toEqual({ limit: 14, offset: 0 });
    expect(rowsOfPage(3, 14)).toEqual({ limit: 14, offset: 28 });
  });
});
