import { describe, expect, it } from "vitest";
import { destinationOf, readReference } from "./return-to.ts";

const companion = "https://companion.example/app";

describe("the redirect after a login", () => {
  it("opens /you for YOU and the settings for SETTINGS", () => {
    expect(destinationOf("YOU", companion)).toEqual({ path: "/you" });
    expect(destinationOf("SETTINGS", companion)).toEqual({ path: "/my/settings" });
  });
  it("opens the companion app for COMPANION if one is configured", () => {
    expect(destinationOf("COMPANION", companion)).toEqual({ companion });
    expect(destinationOf("COMPANION", undefined)).toEqual({ path: "/" });
  });
  it("opens a stored page of this site", () => {
    expect(destinationOf("/my/art?offset=20", companion)).toEqual({ path: "/my/art?offset=20" });
  });
  it("opens /you for an artist's first login unless a source was stored", () => {
    expect(destinationOf(undefined, companion, true)).toEqual({ path: "/you" });
    expect(destinationOf("/wraps", companion, true)).toEqual({ path: "/wraps" });
    expect(destinationOf("elsewhere", companion, true)).toEqual({ path: "/" });
  });
  it("opens the home page for anything else, including other hosts", () => {
    for (const source of [
      ...[undefined, "", "you", "https://elsewhere.example", "//elsewhere.example"],
      ...["/\\elsewhere.example", "javascript:alert(1)", "my/art"],
      ...["/\t/elsewhere.example", "/\n/elsewhere.example", "/wraps\\..", "/ /elsewhere.example"],
    ]) {
      expect(destinationOf(source, companion)).toEqual({ path: "/" });
    }
  });
});

it("reads which experience a return path joins, in any script", () => {
  expect(readReference("/experiences/0025-front-row/participate?inc=3")).toBe("0025-front-row");
  expect(readReference("/experiences/0025-%E6%B5%B7/participate")).toBe("0025-海");
  for (const path of ["/experiences/0025", "/experiences/%E6/participate", "/wraps", ""])
    expect(readReference(path)).toBeUndefined();
});
