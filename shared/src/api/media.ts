import * as z from "zod";

/** A moment in UTC, as ISO 8601 text. */
export const instant = z.string();

/** The message for a PNG or JPEG with a valid header and broken content. */
export const UNREADABLE_IMAGE = "This image could not be read. The file may be damaged.";

/** Image widths in pixels, narrowest first. */
export const imageWidths = [96, 160, 320, 480, 640, 720, 960] as const;
export const imageFormats = ["avif", "webp", "jpeg"] as const;

/**
 * Placeholder data of an image: size, thumbhash (base64), and the colours of a panel beside it. `on_ambient`
 * on `ambient` has a contrast of at least 4.5:1; the colour is one of the image's own.
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

/** Returns the address of an image in one width and format; immutable, because the id is the content hash. */
export function imagePath(id: string, width: number, format: (typeof imageFormats)[number]): string {
  return `/images/${id}/${width}.${format}`;
}

/** The message at the field of an upload that exceeds the account's storage quota. */
export const QUOTA_EXCEEDED =
  "There isn’t enough storage left for this file. Delete something that you no longer need.";
