import { describe, expect, it } from "vitest";
import { paths } from "../../paths.ts";
import { choiceParam, idParam, parseListParams, rowsOfPage, textParam } from "./list-params.ts";

const states = ["LISTED", "DRAFT"] as const;
const schema = {
  pageSize: 14,
  params: {
    q: textParam("name", "~~"),
    artist: idParam("artist_id"),
    status: choiceParam(states, "status"),
    sort: choiceParam(["name", "plays"]),
  },
  path: paths.myWraps,
};
const parse = (query: string) => parseListParams(new URLSearchParams(query), schema);

describe("the page number of a URL", () => {
  it("is 1 by default", () => {
    expect(parse("").page).toBe(1);
  });

  it("is the given number", () => {
    expect(parse("q=a&page=7").page).toBe(7);
  });

  it.each(["0", "-1", "1.5", "two", "", "Infinity", "99999999"])("is 1 instead of %j", (page) => {
    expect(parse(`page=${page}`).page).toBe(1);
  });

  it("starts where the previous page ended", () => {
    expect(rowsOfPage(1, 14)).toEqual({ limit: 14, offset: 0 });
    expect(parse("page=3").list).toEqual({ limit: 14, offset: 28, filters: [] });
  });
});

describe("the filters of a URL", () => {
  it("become filters of the API call, except filters that only the page interprets", () => {
    const { filters, list } = parse("sort=name&status=DRAFT&artist=7&q=%20salt%20");
    expect(filters).toEqual({ q: "salt", artist: 7, status: "DRAFT", sort: "name" });
    expect(list.filters).toEqual([
      { key: "name", operator: "~~", value: "salt" },
      { key: "artist_id", operator: "==", value: 7 },
      { key: "status", operator: "==", value: "DRAFT" },
    ]);
  });

  it.each([
    "q=%20",
    "artist=0",
    "artist=1.5",
    "artist=x",
    "artist=2147483648",
    "artist=",
    "status=draft",
    "sort=",
    "other=1",
  ])("ignore %j", (query) => {
    expect(parse(query).filters).toEqual({});
  });

  it.each([
    ["%07", undefined],
    ["%00%20", undefined],
    ["sal%07t", "salt"],
    ["a%EF%BF%BD", "a"],
    ["%F0%9F%A5", undefined],
    [encodeURIComponent(`${"a".repeat(199)}🥺`), "a".repeat(199)],
  ])("have no characters that the API refuses: q=%s", (query, q) => {
    expect(parse(`q=${query}`).filters.q).toBe(q);
  });

  it("are cut at the length that the API accepts", () => {
    expect(parse(`q=${"a".repeat(201)}`).filters.q).toHaveLength(200);
  });
});

describe("the path of a page", () => {
  it("keeps the filters, and has no page number on the first page", () => {
    const { pathOfPage } = parse("q=a%26b&status=DRAFT&page=2&sort=wrong");
    expect(pathOfPage(3)).toBe("/my/wraps?q=a%26b&status=DRAFT&page=3");
    expect(pathOfPage(1)).toBe("/my/wraps?q=a%26b&status=DRAFT");
  });

  it("is the first page after a filter changed, with the filters that have no field", () => {
    const form = new FormData();
    form.set("q", " salt ");
    form.set("status", "");
    expect(parse("artist=7&status=DRAFT&page=2").pathOfForm(form)).toBe("/my/wraps?q=salt&artist=7");
  });
});
