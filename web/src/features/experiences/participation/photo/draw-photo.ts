import { photoLimits } from "@wrapsody/shared/participation.ts";
import type { OpenedPicture, Square } from "../../../../ui/pictures/picture-file.ts";
import { filterPixels, type PhotoFilter } from "./filters.ts";

/** A chosen photo, its crop and its colour filter. */
export type Shot = { picture: OpenedPicture; square: Square; filter: PhotoFilter };

/** Draws a photo as it will be sent onto a canvas of `side` pixels. */
export function drawPhoto(canvas: HTMLCanvasElement, { picture, square, filter }: Shot, side: number): void {
  canvas.width = side;
  canvas.height = side;
  // Keeps the canvas in main memory, where reading pixels is fast.
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  if (drawing === null) throw new Error("There is nothing to draw on.");
  // Transparent pixels become white.
  drawing.fillStyle = "#ffffff";
  drawing.fillRect(0, 0, side, side);
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(picture.image, square.left, square.top, square.side, square.side, 0, 0, side, side);
  if (filter === "NONE") return;
  const pixels = drawing.getImageData(0, 0, side, side);
  filterPixels(pixels.data, filter);
  drawing.putImageData(pixels, 0, 0);
}

/** Encodes the photo as the server accepts it: a JPEG of 900 pixels a side. */
export async function photoFile(shot: Shot): Promise<File> {
  const canvas = document.createElement("canvas");
  drawPhoto(canvas, shot, photoLimits.side);
  return jpegOf(canvas, "photo.jpg");
}

/** Captures the current camera frame, mirrored as the user saw it. */
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
