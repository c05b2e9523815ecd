import { midiOf } from "./harmony.ts";

export type WrittenNote = {
  readonly start: number;
  readonly beats: number;
  readonly midi: readonly number[];
  readonly accent: number;
};

/**
 * Reads a line of music: "D5:1 F5 A5:.5> | r:1 Bb4+D5:2".
 * A note has a length in beats (fractions such as 2/3 too) and keeps it for the notes that follow; "+" stacks notes,
 * "r" is a rest, ">" an accent, "<" a soft note. A bar line must fall where bars of `metre` beats end.
 */
export function readLine(text: string, metre: number): { notes: readonly WrittenNote[]; beats: number } {
  const notes: WrittenNote[] = [];
  let at = 0;
  let beats = 1;
  for (const token of text.split(/\s+/).filter(Boolean)) {
    if (token === "|") {
      checkBarLine(at, metre, text);
      continue;
    }
    const [, pitch = "", length, mark] = /^([^:<>]+)(?::([\d./]+))?([<>]?)$/.exec(token) ?? [];
    if (length) beats = readLength(length);
    if (pitch !== "r") {
      const accent = mark === ">" ? 1.18 : mark === "<" ? 0.72 : 1;
      notes.push({ start: at, beats, midi: pitch.split("+").map(midiOf), accent });
    }
    at += beats;
  }
  return { notes, beats: at };
}

function readLength(text: string): number {
  const [over = "1", under = "1"] = text.split("/");
  return Number(over) / Number(under);
}

function checkBarLine(at: number, metre: number, text: string): void {
  const bars = at / metre;
  if (Math.abs(bars - Math.round(bars)) > 1e-6) {
    throw new Error(`Bar line at beat ${at} of a metre of ${metre}: ${text.trim().slice(0, 60)}`);
  }
}

export type GridStep = { readonly start: number; readonly beats: number; readonly mark: string };

/** Reads "x..x-.o.": one sign per step, "." rests, "-" holds what came before, blanks and "|" are for the eye. */
export function readGrid(text: string, step: number): { steps: readonly GridStep[]; beats: number } {
  const signs = [...text].filter((sign) => sign !== " " && sign !== "|");
  const steps = signs.flatMap((mark, i) => {
    if (mark === "." || mark === "-") return [];
    let length = 1;
    while (signs[i + length] === "-") length++;
    return [{ start: i * step, beats: length * step, mark }];
  });
  return { steps, beats: signs.length * step };
}
