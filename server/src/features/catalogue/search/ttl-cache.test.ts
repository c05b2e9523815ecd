import { expect, it } from "vitest";
import { TtlCache } from "./ttl-cache.ts";

it("What is remembered briefly is forgotten when its time is up, or newer things need the room", () => {
  const memory = new TtlCache<number>(1_000, 2);
  memory.set("first", 1, 0);
  memory.set("second", 2, 500);
  expect([memory.get("first", 999), memory.get("first", 1_000)]).toEqual([1, undefined]);
  memory.set("third", 3, 500);
  expect(["first", "second", "third"].map((key) => memory.get(key, 600))).toEqual([undefined, 2, 3]);
  memory.set("second", 4, 900);
  memory.set("fourth", 5, 900);
  expect(["second", "third", "fourth"].map((key) => memory.get(key, 1_600))).toEqual([4, undefined, 5]);
});
