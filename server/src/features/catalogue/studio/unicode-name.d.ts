declare module "unicode-name" {
  /** Returns the name of a character or of a known sequence such as an emoji; undefined for other texts. */
  export function unicodeName(sign: string): string | undefined;
}
