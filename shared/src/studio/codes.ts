/** A normalised code, and whether its check digit is correct. */
export type ReadCode = { code: string; checked: boolean };

/**
 * Parses an ISWC (ISO 15707) in any usual notation, with or without separators and prefix. Returns
 * `T-034.524.680-1`, with `checked: false` for a wrong check digit; undefined if it is none.
 */
export function readIswc(text: string): ReadCode | undefined {
  const compact = compactOf(text).replace(/^ISWC/, "");
  const digits = /^T(\d{9})(\d)$/.exec(compact);
  if (digits === null) return undefined;
  const [, work = "", check = ""] = digits;
  const sum = [...work].reduce((total, digit, index) => total + Number(digit) * (index + 1), 1);
  const code = `T-${work.slice(0, 3)}.${work.slice(3, 6)}.${work.slice(6)}-${check}`;
  return { code, checked: (10 - (sum % 10)) % 10 === Number(check) };
}

/**
 * Parses an ISRC (ISO 3901) in any usual notation. Returns `GB-AYE-69-00123`; undefined if it is none. An
 * ISRC has no check digit.
 */
export function readIsrc(text: string): string | undefined {
  const parts = /^([A-Z]{2})([A-Z0-9]{3})(\d{2})(\d{5})$/.exec(compactOf(text).replace(/^ISRC/, ""));
  return parts?.slice(1).join("-");
}

/** Upper-case letters and digits without separators. */
function compactOf(text: string): string {
  return text.toUpperCase().replace(/[\s.\-_:/‐‑‒–—−]/g, "");
}

/** Parses language codes (ISO 639-1) separated by commas or spaces. */
export function readLanguages(text: string): string[] {
  return [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter((code) => code !== ""),
    ),
  ];
}

/** Finds the code of a list that a person typed, in any case, with spaces or hyphens: "Mastering engineer". */
export function findCode<Code extends string>(codes: readonly Code[], typed: string): Code | undefined {
  const letters = lettersOf(typed);
  return codes.find((code) => lettersOf(code) === letters);
}

const lettersOf = (text: string) => text.toUpperCase().replace(/[\s_-]+/g, "");
