import type { AudioProblem } from "../audio-problems.ts";

/** Signatures of other formats with their offsets. `?` matches any byte. */
const signatures: readonly [AudioProblem, number, string][] = [
  ["wav", 0, "RIFF????WAVE"],
  ["wav", 0, "RF64????WAVE"],
  ["wav", 0, "RIFX????WAVE"],
  ["picture", 0, "RIFF????WEBP"],
  ["video", 0, "RIFF????AVI "],
  ["midi", 0, "RIFF????RMID"],
  ["aiff", 0, "FORM????AIF"],
  ["flac", 0, "fLaC"],
  ["ogg", 0, "OggS"],
  ["picture", 4, "ftypavif"],
  ["picture", 4, "ftypheic"],
  ["mp4", 4, "ftyp"],
  ["mp4", 4, "moov"],
  ["mp4", 4, "mdat"],
  ["aac", 0, "ADIF"],
  ["aac", 0, "\xff\xf1"],
  ["aac", 0, "\xff\xf9"],
  ["aac", 0, "\xff\xf0"],
  ["aac", 0, "\xff\xf8"],
  ["wma", 0, "\x30\x26\xb2\x75\x8e\x66\xcf\x11"],
  ["matroska", 0, "\x1a\x45\xdf\xa3"],
  ["midi", 0, "MThd"],
  ["video", 0, "\0\0\x01\xba"],
  ["video", 0, "\0\0\x01\xb3"],
  ["video", 0, "FLV\x01"],
  ["picture", 0, "\x89PNG\r\n"],
  ["picture", 0, "\xff\xd8\xff"],
  ["picture", 0, "GIF8"],
  ["picture", 0, "II*\0"],
  ["picture", 0, "MM\0*"],
  ["document", 0, "%PDF"],
  ["document", 0, "\xd0\xcf\x11\xe0"],
  ["document", 0, "{\\rtf"],
  ["archive", 0, "PK\x03\x04"],
  ["archive", 0, "\x1f\x8b\x08"],
  ["archive", 0, "Rar!"],
  ["archive", 0, "7z\xbc\xaf"],
];

const markup = /^(\xef\xbb\xbf)?\s*<(!doctype|html|\?xml|svg|head|body)/i;

/** Bytes needed to detect a format. */
export const SIGNATURE_BYTES = 64;

/** Returns the other format whose signature the file has; undefined if it may be an mp3. */
export function detectOtherFormat(beginning: Uint8Array): AudioProblem | undefined {
  const text = Buffer.from(beginning.subarray(0, SIGNATURE_BYTES)).toString("latin1");
  const found = signatures.find(([, at, words]) => matchesSignature(text, at, words));
  return found?.[0] ?? (markup.test(text) ? "document" : undefined);
}

function matchesSignature(text: string, at: number, words: string): boolean {
  if (text.length < at + words.length) return false;
  for (let index = 0; index < words.length; index++) {
    if (words[index] !== "?" && words[index] !== text[at + index]) return false;
  }
  return true;
}
