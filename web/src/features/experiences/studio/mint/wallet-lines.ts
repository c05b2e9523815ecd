import type { FieldError } from "@wrapsody/shared/errors.ts";

/** An invalid line: its number, counted from 1 including empty lines, its text and its error. */
export type WrongLine = { line: number; text: string; problem: string };

/** Returns the non-empty lines of the list. */
export function walletsIn(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Returns the errors of single lines (`wallets.<line>`), in order. */
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

/** Returns the start and end of a line for selection. A missing line yields the end of the text. */
export function placeOfLine(text: string, line: number): { start: number; end: number } {
  const before = text.split("\n").slice(0, line - 1);
  const start = Math.min(
    text.length,
    before.reduce((sum, each) => sum + each.length + 1, 0),
  );
  const end = text.indexOf("\n", start);
  return { start, end: end === -1 ? text.length : end };
}

/** Returns addresses that occur more than once, in any case, with their counts, in order of first occurrence. */
export function repeatedWallets(text: string): { wallet: string; times: number }[] {
  const counted = new Map<string, { wallet: string; times: number }>();
  for (const wallet of walletsIn(text)) {
    const key = wallet.toLowerCase();
    const known = counted.get(key);
    counted.set(key, { wallet: known?.wallet ?? wallet, times: (known?.times ?? 0) + 1 });
  }
  return [...counted.values()].filter(({ times }) => times > 1);
}
