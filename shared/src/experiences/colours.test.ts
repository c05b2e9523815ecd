import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrast, findQrColourProblem, parseRgb, qrColourTexts } from "./colours.ts";

describe("a QR code is dark on light", () => {
  it.each([
    ["#0a0a0a", "#ffffff", undefined],
    ["#000000", "#FFFFFF", undefined],
    ["#231c3d", "#f3ecdb", undefined],
    ["#0000ff", "#ffff00", undefined],
    ["#767676", "#ffffff", undefined],
    ["#777777", "#ffffff", qrColourTexts.contrast],
    ["#949494", "#ffffff", qrColourTexts.contrast],
    ["#ff0000", "#ffffff", qrColourTexts.contrast],
    ["#123456", "#123456", qrColourTexts.contrast],
    ["#ffd400", "#ffffff", qrColourTexts.contrast],
    ["#ffffff", "#000000", qrColourTexts.inverted],
    ["#f3ecdb", "#231c3d", qrColourTexts.inverted],
    ["#ffff00", "#0000ff", qrColourTexts.inverted],
    ["#ffffff", "#f0f0f0", qrColourTexts.inverted],
  ])("%s on %s", (foreground, background, problem) => {
    expect(findQrColourProblem({ foreground, background })).toBe(problem);
  });

  it("so that one order of two colours is accepted exactly if they contrast by 4.5, and the other never", () => {
    const colour = fc
      .integer({ min: 0, max: 0xff_ff_ff })
      .map((value) => `#${value.toString(16).padStart(6, "0")}`);
    fc.assert(
      fc.property(colour, colour, (a, b) => {
        const orders = [
          { foreground: a, background: b },
          { foreground: b, background: a },
        ];
        const accepted = orders.filter((order) => findQrColourProblem(order) === undefined);
        expect(accepted).toHaveLength(contrast(parseRgb(a), parseRgb(b)) >= 4.5 ? 1 : 0);
      }),
    );
  });
});
