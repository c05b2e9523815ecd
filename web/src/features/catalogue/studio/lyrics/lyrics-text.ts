import { lyricsLimits } from "@wrapsody/shared/lrc.ts";

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

/** ISO 639-1. */
const CODES =
  "aa ab af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";

type LanguageChoice = { code: string; name: string };

/** Lists languages by their names in a language; `chosen` is included even if it is rare. */
export function listLanguages(language: string, chosen: string): LanguageChoice[] {
  const names = new Intl.DisplayNames([language], { type: "language" });
  const codes = new Set([...CODES.split(" "), ...(chosen === "" ? [] : [chosen])]);
  return [...codes]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}
