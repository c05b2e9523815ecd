import { photoLimits } from "@wrapsody/shared/participation.ts";
import type { OpenedPicture, Square } from "../../../../ui/pictures/picture-file.ts";
import { filterPixels, type PhotoFilter } from "./filters.ts";

/** A photo that was chosen, the square of it that is taken, and what is laid on its colours. */
export type Shot = { picture: OpenedPicture; square: Square; filter: PhotoFilter };

/** Draws a photo as it will be sent onto a canvas of so many pixels a side. */
export function drawPhoto(canvas: HTMLCanvasElement, { picture, square, filter }: Shot, side: number): void {
  canvas.width = side;
  canvas.height = side;
  // Where its pixels are read, a canvas is better not kept by the graphics card.
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  if (drawing === null) throw new Error("There is nothing to draw on.");
  // Where one could see through the photo, there is paper.
  drawing.fillStyle = "#ffffff";
  drawing.fillRect(0, 0, side, side);
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(picture.image, square.left, square.top, square.side, square.side, 0, 0, side, side);
  if (filter === "NONE") return;
  const pixels = drawing.getImageData(0, 0, side, side);
  filterPixels(pixels.data, filter);
  drawing.putImageData(pixels, 0, 0);
}

/** The photo as the server takes it: a JPEG of 900 pixels a side. */
export async function photoFile(shot: Shot): Promise<File> {
  const canvas = document.createElement("canvas");
  drawPhoto(canvas, shot, photoLimits.side);
  return jpegOf(canvas, "photo.jpg");
}

/** What the camera shows, mirrored as its user saw it. */
export function takeFrame(video: HTMLVideoElement): Promise<File> {
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
