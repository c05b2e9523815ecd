/** Extensions of accepted pictures. JPEG has several: browsers and editors save `.jfif`, older programs `.jpe` and `.pjpeg`. */
const extensions = ["png", "jpg", "jpeg", "jpe", "jfif", "pjpeg", "pjp"];

/** `accept` of pictures. */
export const pictureTypes = [
  ...extensions.map((extension) => `.${extension}`),
  "image/png",
  "image/jpeg",
].join(",");

export type PictureKind = "png" | "jpeg";

/** Detects the kind of a picture by its content; its name and media type prove nothing. A folder that was dropped cannot be read. */
export async function detectPictureKind(file: Blob): Promise<PictureKind | undefined> {
  const content = await file
    .slice(0, 8)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const start = new Uint8Array(content);
  const begins = (...bytes: number[]) => bytes.every((byte, at) => start[at] === byte);
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png";
  return begins(0xff, 0xd8, 0xff) ? "jpeg" : undefined;
}

/** Returns whether a file was meant as a picture, whatever its content. */
export function isPictureName(name: string): boolean {
  return extensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`));
}
