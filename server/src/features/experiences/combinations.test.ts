import { describe, expect, test } from "vitest";
import { combinationsOf, slotsOf } from "./combinations.ts";

const image = (slot_number: number) => ({ slot_number, component_type: "IMAGE" }) as const;

describe("possible combinations", () => {
  test("GENERATIVE multiplies the components of its slots", () => {
    expect(combinationsOf("GENERATIVE", [image(1), image(1), image(2), image(2), image(2), image(7)])).toBe(
      6,
    );
  });

  test("QR codes and photos differ by themselves and do not multiply", () => {
    const components = [
      image(1),
      image(1),
      { slot_number: 2, component_type: "QR_CODE" },
      { slot_number: 3, component_type: "PRESELECTED" },
    ] as const;
    expect(combinationsOf("GENERATIVE", components)).toBe(2);
  });

  test("a campaign without components has none", () => {
    expect(combinationsOf("GENERATIVE", [])).toBe(0);
  });

  test("RANDOM is every order of exactly nine tiles", () => {
    expect(
      combinationsOf(
        "RANDOM",
        Array.from({ length: 9 }, (_, slot) => image(slot + 1)),
      ),
    ).toBe(362_880);
    expect(combinationsOf("RANDOM", [image(1)])).toBe(0);
  });

  test("FIXED_IMAGE is one picture", () => {
    expect(combinationsOf("FIXED_IMAGE", [])).toBe(1);
  });
});

test("slots are counted in their order", () => {
  expect(slotsOf([image(9), image(2), image(9)])).toEqual([
    { slot_number: 2, total: 1 },
    { slot_number: 9, total: 2 },
  ]);
});
