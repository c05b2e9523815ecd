import type { FieldError } from "@wrapsody/shared/errors.ts";

/** A line of the list that cannot be taken: its number, counted from 1 with the empty lines, what it holds, and why. */
export type WrongLine = { line: number; text: string; problem: string };

/** The lines of the list that hold anything. */
export function walletsIn(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The errors that are about single lines (`wallets.<line>`), in their order. */
export function wrongLines(text: string, errors: readonly FieldError[]): WrongLine[] {
  const lines = text.split("\n");
  return errors
    .flatMap(({ field, message }) => {
      const digits = /^wallets\.(\d+)$/.exec(field)?.[1];
      if (digits === undefined) return [];
      const line = Number(digits);
      return [{ line, text: (lines[line - 1] ?? "").trim(), problem: message }];
    })
    .sort((a, b) => a.line - b.line);
}

/** Where a line begins and ends in the text, to be selected; the end of the text for a line that is not there. */
export function placeOfLine(text: string, line: number): { start: number; end: number } {
  const before = text.split("\n").slice(0, line - 1);
  const start = Math.min(
    text.length,
    before.reduce((sum, each) => sum + each.length + 1, 0),
  );
  const end = text.indexOf("\n", start);
  return { start, end: end === -1 ? text.length : end };
}

/** Addresses that come more than once, however they are written, with how often; in the order of their first line. */
export function repeatedWallets(text: string): { wallet: string; times: number }[] {
  const counted = new Map<string, { wallet: string; times: number }>();
  for (const wallet of walletsIn(text)) {
    const key = wallet.toLowerCase();
    const known = counted.get(key);
    counted.set(key, { wallet: known?.wallet ?? wallet, times: (known?.times ?? 0) + 1 });
  }
  return [...counted.values()].filter(({ times }) => times > 1);
}
