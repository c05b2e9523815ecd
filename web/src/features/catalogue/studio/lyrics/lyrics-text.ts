import { lyricsLimits } from "@wrapsody/shared/catalogue/lrc.ts";

/** `accept` of files with lyrics. */
export const lyricsAccept = ".lrc,.txt,text/plain";

/** Reads a file with lyrics as it is, byte order mark included; undefined unless it is UTF-8 text of the allowed size. */
export async function readLyricsFile(file: Blob): Promise<string | undefined> {
  if (file.size > lyricsLimits.bytes) return undefined;
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const text = decoder.decode(await file.arrayBuffer());
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Returns the text as a textarea shows it. */
export function toTyped(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** Gives a typed text the line ends of the text before, unless that mixes several. */
export function withLineEnds(typed: string, before: string): string {
  const ends = new Set(before.match(/\r\n|\n|\r/g));
  const [end = "\n"] = ends;
  return ends.size === 1 && end !== "\n" ? typed.replaceAll("\n", end) : typed;
}

/** Returns where a line begins and ends in a typed text; `line` counts from 1. */
export function findLine(typed: string, line: number): { start: number; end: number } {
  let start = 0;
  for (let count = 1; count < line; count++) {
    const next = typed.indexOf("\n", start);
    if (next < 0) break;
    start = next + 1;
  }
  const end = typed.indexOf("\n", start);
  return { start, end: end < 0 ? typed.length : end };
}
