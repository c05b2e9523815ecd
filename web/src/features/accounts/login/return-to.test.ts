import { describe, expect, it } from "vitest";
import { destinationOf } from "./return-to.ts";

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
