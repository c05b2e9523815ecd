import { describe, expect, it } from "vitest";
import { destinationOf } from "./source.ts";

const companion = "https://companion.example/app";

describe("after a log-in", () => {
  it("YOU leads to /you", () => {
    expect(destinationOf("YOU", companion)).toEqual({ path: "/you" });
  });
  it("the companion's value leads to the companion app, where there is one", () => {
    expect(destinationOf("COMPANION", companion)).toEqual({ elsewhere: companion });
    expect(destinationOf("COMPANION", undefined)).toEqual({ path: "/" });
  });
  it("anything else leads to the home page, an address in it too", () => {
    for (const source of [undefined, "", "you", "https://elsewhere.example", "//elsewhere.example"]) {
      expect(destinationOf(source, companion)).toEqual({ path: "/" });
    }
  });
});
