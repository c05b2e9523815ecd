import type { Component } from "@wrapsody/shared/experiences/experiences.ts";
import UserRound from "lucide-react/icons/user-round";
import { Picture } from "../../../ui/pictures/picture.tsx";

/** The image of a component. QR codes and photos differ per participant, so a placeholder stands for them. */
export function PartPicture({ part }: { part: Component }) {
  if (part.component_type === "QR_CODE")
    return (
      <span className="part-drawn">
        <QrPlaceholder ink={part.fg_color ?? "#0a0a0a"} ground={part.bg_color ?? "#b9bfb9"} />
      </span>
    );
  if (part.component_type === "PRESELECTED") {
    return (
      <span className="part-drawn" aria-hidden="true">
        <UserRound className="i" />
      </span>
    );
  }
  return <Picture image={part.image} alt="" sizes="160px" />;
}

/** Modules per side, quiet zone included. */
const modules = 25;
const quiet = 4;
const all = modules + 2 * quiet;

/** Stands for a code without a link, in its colours. */
export function QrPlaceholder({ ink, ground }: { ink: string; ground: string }) {
  return (
    <svg className="qr-none" viewBox={`0 0 ${all} ${all}`} shapeRendering="crispEdges" aria-hidden="true">
      <path fill={ground} d={`M0 0h${all}v${all}H0z`} />
      <path fill={ink} d={drawing} />
    </svg>
  );
}

const eyes = [
  [0, 0],
  [modules - 7, 0],
  [0, modules - 7],
] as const;

const line = Array.from({ length: modules }, (_, at) => at);
const drawing = line
  .flatMap((y) => line.filter((x) => isDark(x, y)).map((x) => `M${x + quiet} ${y + quiet}h1v1h-1z`))
  .join("");

function isDark(x: number, y: number): boolean {
  for (const [left, top] of eyes) {
    const [dx, dy] = [x - left, y - top];
    if (dx < -1 || dx > 7 || dy < -1 || dy > 7) continue;
    const ring = Math.max(Math.abs(dx - 3), Math.abs(dy - 3));
    return ring !== 2 && ring < 4;
  }
  return ((x * 7 + y * 13 + ((x * y) % 5) * 3) ^ (x * 3)) % 7 < 3;
}
