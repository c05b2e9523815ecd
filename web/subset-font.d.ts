declare module "subset-font" {
  type Options = {
    targetFormat: "woff2";
    /** Values to fix an axis at, and ranges to limit one to. */
    variationAxes: Record<string, number | { min: number; max: number }>;
  };

  /** Returns the font with the characters of a text alone. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
