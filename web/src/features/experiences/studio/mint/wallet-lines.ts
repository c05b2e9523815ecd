import type { FieldError } from "@wrapsody/shared/api/errors.ts";
import { listWalletLines, parsePastedAddress } from "@wrapsody/shared/text/pasted-address.ts";

/** An invalid line: its number, counted from 1 including empty lines, its text and its error. */
export type WrongLine = { line: number; text: string; problem: string };

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

/** Returns addresses that occur more than once, in any spelling, with their counts, in order of first occurrence. */
export function repeatedWallets(text: string): { wallet: string; times: number }[] {
  const counted = new Map<string, { wallet: string; times: number }>();
  for (const line of listWalletLines(text)) {
    const pasted = parsePastedAddress(line.text);
    if (!pasted.ok) continue;
    const key = pasted.address.toLowerCase();
    const known = counted.get(key);
    counted.set(key, { wallet: known?.wallet ?? pasted.address, times: (known?.times ?? 0) + 1 });
  }
  return [...counted.values()].filter(({ times }) => times > 1);
}
