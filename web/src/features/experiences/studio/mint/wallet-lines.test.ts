import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placeOfLine, repeatedWallets, walletsIn, wrongLines } from "./wallet-lines.ts";

const one = `0x${"a".repeat(40)}`;
const two = `0x${"B".repeat(40)}`;

describe("a list of wallets", () => {
  test("counts the lines that hold anything", () => {
    expect(walletsIn(`${one}\n\n  ${two} \r\n \n`)).toEqual([one, two]);
  });

  test("names wrong lines by the number that a reader counts, empty lines with them", () => {
    const errors = [
      { field: "wallets.4", message: "wrong" },
      { field: "wallets.2", message: "wrong" },
      { field: "duplicates", message: "about something else" },
    ];
    expect(wrongLines(`${one}\n0x12\n\n 0x34 \n${two}`, errors)).toEqual([
      { line: 2, text: "0x12", problem: "wrong" },
      { line: 4, text: "0x34", problem: "wrong" },
    ]);
  });

  test("tells an address that comes again in other capitals", () => {
    expect(repeatedWallets(`${one}\n${two}\n${one.replaceAll("a", "A")}\n${one}`)).toEqual([
      { wallet: one, times: 3 },
    ]);
    expect(repeatedWallets(`${one}\n\n${two}\n\n`)).toEqual([]);
  });

  test("selects a line as it is, whatever the list holds", () => {
    const lines = fc.array(
      fc.string().map((line) => line.replaceAll("\n", "")),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(lines, fc.nat(), (given, seed) => {
        const at = seed % given.length;
        const text = given.join("\n");
        const { start, end } = placeOfLine(text, at + 1);
        expect(text.slice(start, end)).toBe(given[at]);
      }),
    );
    expect(placeOfLine("ab", 7)).toEqual({ start: 2, end: 2 });
  });
});
