import { expect, test } from "vitest";
import { postArtist, sumOfShares, wrapPayload } from "./studio.ts";

test.each(["", "   ", "\u200b\u200b", "\u2800", "\u3164", "\u00ad \u2060"])(
  "a name in which nothing can be seen (%j) is none",
  (name) => {
    const read = postArtist.body.safeParse({ name, description: "About" });
    expect(read.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([["name", "Required"]]);
  },
);

test.each(["Aud", "فرقة", "🎷", "7", "…", "𝕬", "e\u0301"])("%s is a name", (name) => {
  expect(postArtist.body.safeParse({ name, description: "About" }).success).toBe(true);
});

test("three thirds are a whole", () => {
  expect(sumOfShares([33.33, 33.33, 33.34])).toBe(100);
  const owners = [33.33, 33.33, 33.34].map((ownership) => ({ name: "Ines", ownership }));
  expect(wrapPayload.safeParse({ name: "Kiln", owners }).success).toBe(true);
});
