/** Crockford's base 32: no I, L, O or U, which look like other characters. Five bits each. */
export const codeAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Returns the code in a typed or scanned text, which may have groups, lower case and look-alikes; undefined if there is none. */
export function readTypedCode(text: string, length: number): string | undefined {
  const code = text.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  return code.length === length && /^[0-9A-HJKMNP-TV-Z]+$/.test(code) ? code : undefined;
}

/** Formats a code in groups, for reading it aloud and typing it. */
export function formatTypedCode(code: string, groupLength: number): string {
  return (code.match(new RegExp(`.{1,${groupLength}}`, "g")) ?? []).join("-");
}
