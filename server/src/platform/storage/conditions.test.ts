import { describe, expect, it } from "vitest";
import { isNotModified, rangeApplies } from "./conditions.ts";

const state = { etag: '"abc"', modifiedAt: new Date("1994-11-06T08:49:37.900Z") };
const modified = "Sun, 06 Nov 1994 08:49:37 GMT";

describe("a conditional request", () => {
  it.each(['"abc"', 'W/"abc"', "*", ' "x", "abc"', '"x,y",W/"abc"', '"",  "abc" ,'])(
    "gets 304 with If-None-Match: %s",
    (tags) => {
      expect(isNotModified({ "if-none-match": tags }, state)).toBe(true);
    },
  );

  it.each(['"abd"', "abc", "", '"ABC"', '"abc', '"x, abc"', '"*"'])(
    "gets the whole file with If-None-Match: %s, whatever the date",
    (tags) => {
      expect(isNotModified({ "if-none-match": tags, "if-modified-since": modified }, state)).toBe(false);
    },
  );

  it.each([
    modified,
    "Sunday, 06-Nov-94 08:49:37 GMT",
    "Sun Nov  6 08:49:37 1994",
    "Mon, 07 Nov 1994 00:00:00 GMT",
  ])("gets 304 with If-Modified-Since: %s", (since) => {
    expect(isNotModified({ "if-modified-since": since }, state)).toBe(true);
  });

  it.each(["Sun, 06 Nov 1994 08:49:36 GMT", "yesterday", "2030-01-01", "1", "2030-01-01T00:00:00Z"])(
    "gets the whole file with If-Modified-Since: %s",
    (since) => {
      expect(isNotModified({ "if-modified-since": since }, state)).toBe(false);
    },
  );

  it("gets the whole file without a condition", () => {
    expect(isNotModified({}, state)).toBe(false);
  });
});

describe("If-Range", () => {
  it.each([undefined, '"abc"', modified])("%s allows the range", (condition) => {
    expect(rangeApplies({ "if-range": condition }, state)).toBe(true);
  });

  it.each([
    'W/"abc"',
    '"abd"',
    "abc",
    "",
    "Sun, 06 Nov 1994 08:49:38 GMT",
    "Sun, 06 Nov 1994 08:49:36 GMT",
    '"x", "abc"',
  ])("%s requires the whole file", (condition) => {
    expect(rangeApplies({ "if-range": condition }, state)).toBe(false);
  });
});
