import { useEffect, useRef } from "react";
import { drawPhoto, type Shot } from "./draw-photo.ts";

/** A photo as it will be sent, `side` pixels wide. It is decorative without `alt`. */
export function PhotoCanvas({ shot, side, alt }: { shot: Shot; side: number; alt?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current !== null) drawPhoto(canvas.current, shot, side);
  }, [shot, side]);
  const name = alt === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": alt };
  return <canvas ref={canvas} width={side} height={side} {...name} />;
}
