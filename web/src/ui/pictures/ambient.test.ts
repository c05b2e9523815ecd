import { expect, it } from "vitest";
import { ambientStyle } from "./ambient.ts";

const image = { id: "a", width: 900, height: 900, thumbhash: "", ambient: "#0b5c3c", on_ambient: "#f6f6f2" };

it("a panel takes the colours of its picture, and the token colours without one", () => {
  expect(ambientStyle(image)).toEqual({ "--ambient": "#0b5c3c", "--on-ambient": "#f6f6f2" });
  expect(ambientStyle(null)).toEqual({});
});

it("the yellow button turns black on a yellow panel only", () => {
  const yellow = ambientStyle({ ...image, ambient: "#ffcb05", on_ambient: "#0a0a0a" });
  expect(yellow).toMatchObject({ "--go": "var(--on-signal)", "--on-go": "var(--signal)" });
  expect(ambientStyle({ ...image, ambient: "#f4b8a8", on_ambient: "#0a0a0a" })).not.toHaveProperty("--go");
});
