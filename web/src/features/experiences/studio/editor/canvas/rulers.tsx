import { CANVAS_SIDE_PX } from "@wrapsody/shared/experiences/placing.ts";
import type { ReactNode } from "react";

const marks = Array.from({ length: 10 }, (_, index) => index * 100);

/** Rulers above and beside the canvas, in canvas pixels. */
export function Rulers({ children }: { children: ReactNode }) {
  return (
    <div className="rulers">
      <Ruler along="x" />
      <Ruler along="y" />
      {children}
    </div>
  );
}

function Ruler({ along }: { along: "x" | "y" }) {
  return (
    <div className={`ruler ${along} code`} aria-hidden="true">
      {marks.map((mark) => {
        const at = `${(mark / CANVAS_SIDE_PX) * 100}%`;
        return (
          <span key={mark} style={along === "x" ? { left: at } : { top: at }}>
            {mark}
          </span>
        );
      })}
    </div>
  );
}
