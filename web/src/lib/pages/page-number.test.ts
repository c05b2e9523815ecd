import { describe, expect, it } from "vitest";
import { pageNumber, rowsOfPage } from "./page-number.ts";

describe("the page number of a URL", () => {
  it("is 1 by default", () => {
    expect(pageNumber(new URLSearchParams(""))).toBe(1);
  });

  it("is the given number", () => {
    expect(pageNumber(new URLSearchParams("q=a&page=7"))).toBe(7);
  });

  it.each(["0", "-1", "1.5", "two", "", "Infinity", "99999999"])("is 1 instead of %j", (page) => {
    expect(pageNumber(new URLSearchParams({ page }))).toBe(1);
  });

  it("starts where the previous page ended", () => {
    expect(rowsOfPage(1, 14)).toEqual({ limit: 14, offset: 0 });
    expect(rowsOfPage(3, 14)).toEqual({ limit: 14, offset: 28 });
  });
});
