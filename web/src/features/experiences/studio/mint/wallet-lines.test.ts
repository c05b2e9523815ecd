import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placeOfLine, repeatedWallets, wrongLines } from "./wallet-lines.ts";

const walletA = `0x${"a".repeat(40)}`;
const walletB = `0x${"B".repeat(40)}`;

describe("a list of wallets", () => {
  test("numbers invalid lines including empty ones", () => {
    const errors = [
      { field: "wallets.4", message: "wrong" },
      { field: "wallets.2", message: "wrong" },
      { field: "duplicates", message: "about something else" },
    ];
    expect(wrongLines(`${walletA}\n0x12\n\n 0x34 \n${walletB}`, errors)).toEqual([
      { line: 2, text: "0x12", problem: "wrong" },
      { line: 4, text: "0x34", problem: "wrong" },
    ]);
  });

  test.each([
    ["in capitals", walletA.replaceAll("a", "A")],
    ["with 0X", walletA.replace("0x", "0X")],
    ["in quotes with a comma", `"${walletA}",`],
    ["with a zero-width space", `${walletA}\u200B`],
    ["as a link", `ethereum:${walletA}`],
    ["as a page of an explorer", `https://lineascan.build/address/${walletA}`],
  ])("detects a repeated address %s", (_, spelling) => {
    expect(repeatedWallets(`Wallet\n${walletA}\n\n${walletB}\n${spelling}`)).toEqual([
      { wallet: walletA, times: 2 },
    ]);
  });

  test("repeats no empty and no invalid lines", () => {
    expect(repeatedWallets(`${walletA}\n\n${walletB}\n\n0x12\n0x12`)).toEqual([]);
  });

  test("selects a line exactly, whatever the list contains", { retry: 0 }, () => {
    const lines = fc.array(
      fc.string().map((line) => line.replaceAll("\n", "")),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(lines, fc.nat(), (sample, seed) => {
        const at = seed % sample.length;
        const text = sample.join("\n");
        const { start, end } = placeOfLine(text, at + 1);
        expect(text.slice(start, end)).toBe(sample[at]);
      }),
    );
    expect(placeOfLine("ab", 7)).toEqual({ start: 2, end: 2 });
  });
});
