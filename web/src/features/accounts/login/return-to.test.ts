import { describe, expect, it } from "vitest";
import { destinationOf } from "./return-to.ts";

const companion = "https://companion.example/app";

describe("after a log-in", () => {
  it("YOU leads to /you, SETTINGS to the settings", () => {
    expect(destinationOf("YOU", companion)).toEqual({ path: "/you" });
    expect(destinationOf("SETTINGS", companion)).toEqual({ path: "/my/settings" });
  });
  it("the companion's value leads to the companion app, where there is one", () => {
    expect(destinationOf("COMPANION", companion)).toEqual({ companion });
    expect(destinationOf("COMPANION", undefined)).toEqual({ path: "/" });
  });
  it("a page that was kept is returned to", () => {
    expect(destinationOf("/my/art?offset=20", companion)).toEqual({ path: "/my/art?offset=20" });
  });
  it("anything else leads to the home page, an address in it too", () => {
    for (const source of [
      ...[undefined, "", "you", "https://elsewhere.example", "//elsewhere.example"],
      ...["/\\elsewhere.example", "javascript:alert(1)", "my/art"],
    ]) {
      expect(destinationOf(source, companion)).toEqual({ path: "/" });
    }
  });
});
