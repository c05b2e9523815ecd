import { expect, it } from "vitest";
import { ambientStyle, isSignalLike } from "./ambient.ts";

const image = { id: "a", width: 900, height: 900, thumbhash: "", ambient: "#0b5c3c", on_ambient: "#f6f6f2" };

it("a panel takes the colours of its picture, and the token colours without one", () => {
  expect(ambientStyle(image)).toEqual({ "--ambient": "#0b5c3c", "--on-ambient": "#f6f6f2" });
  expect(ambientStyle(null)).toEqual({});
});

it("the yellow button turns black on a yellow cover", () => {
  expect(ambientStyle({ ...image, ambient: "#ffcb05" })).toMatchObject({ "--go": "var(--on-signal)" });
});

it("only light yellows count as the signal colour", () => {
  expect(["#ffdd00", "#ffcb05", "#c9e34a", "#eebb52"].map(isSignalLike)).toEqual([true, true, true, true]);
  expect(["#f0a3b4", "#ee5226", "#f1f1ed", "#0b5c3c", "#143a94", "teal"].some(isSignalLike)).toBe(false);
});
