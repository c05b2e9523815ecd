import type { PhotoFilter } from "@wrapsody/shared/experiences/photo-filters.ts";
import { isCanvasEncodable } from "../../../../ui/graphics/canvas-reading.ts";
import type { OpenedPicture, Square } from "../../../../ui/pictures/picture-file.ts";

/** A chosen photo, its crop and its colour filter. The server applies both. */
export type Shot = { picture: OpenedPicture; square: Square; filter: PhotoFilter };

/** Draws a photo as the server crops it onto a canvas of `side` pixels, without its filter. */
export function drawPhoto(
  canvas: HTMLCanvasElement,
  { picture, square }: Pick<Shot, "picture" | "square">,
  side: number,
): void {
  canvas.width = side;
  canvas.height = side;
  const drawing = canvas.getContext("2d");
  if (drawing === null) throw new Error("There is nothing to draw on.");
  // Transparent pixels become white.
  drawing.fillStyle = "#ffffff";
  drawing.fillRect(0, 0, side, side);
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(picture.image, square.left, square.top, square.side, square.side, 0, 0, side, side);
}

/** Captures the current camera frame, mirrored as the user saw it; undefined if the browser returns noise in its place. */
export async function takeFrame(video: HTMLVideoElement): Promise<File | undefined> {
  if (!(await isCanvasEncodable())) return undefined;
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const drawing = canvas.getContext("2d");
  if (drawing === null) throw new Error("There is nothing to draw on.");
  drawing.scale(-1, 1);
  drawing.drawImage(video, -canvas.width, 0);
  return jpegOf(canvas, "camera.jpg");
}

function jpegOf(canvas: HTMLCanvasElement, name: string): Promise<File> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob === null
          ? reject(new Error("The picture could not be written."))
          : resolve(new File([blob], name, { type: "image/jpeg" })),
      "image/jpeg",
      0.92,
    );
  });
}
