import * as z from "zod";

/** A moment in UTC, as ISO 8601 text. */
export const instant = z.string();

/** Widths in pixels that every picture can be asked for, narrowest first. */
export const imageWidths = [96, 160, 320, 480, 640, 960] as const;
export const imageFormats = ["avif", "webp", "jpeg"] as const;

/**
 * What a page needs to show a picture before it has loaded: its size, a thumbhash (base64), and the colours of a
 * panel beside it. `on_ambient` is legible on `ambient` (5.5:1 or more).
 */
export const image = z.object({
  id: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  thumbhash: z.string(),
  ambient: z.string(),
  on_ambient: z.string(),
});
export type Image = z.output<typeof image>;

/** Where a picture is found in one width and format. Immutable: the address holds the picture's content hash. */
export function imagePath(id: string, width: number, format: (typeof imageFormats)[number]): string {
  return `/images/${id}/${width}.${format}`;
}
