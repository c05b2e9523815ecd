import { useEffect, useRef } from "react";
import { drawPhoto, type Shot } from "./draw-photo.ts";

/** A photo as it will be sent, in so many pixels a side; with an `alt` it is a picture, without it an ornament. */
export function PhotoCanvas({ shot, side, alt }: { shot: Shot; side: number; alt?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current !== null) drawPhoto(canvas.current, shot, side);
  }, [shot, side]);
  const name = alt === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": alt };
  return <canvas ref={canvas} width={side} height={side} {...name} />;
}
