import { clamp, short } from "./ink.ts";

/** How dark the sheet is at a point, 0 to 1. */
export type Tone = (x: number, y: number) => number;

/** A turned grid of dots whose size follows the tone; path data on a sheet 900 wide. */
export function halftone(tone: Tone, pitch: number, angle: number, largest = 0.7): string {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const reach = Math.ceil(680 / pitch);
  let dots = "";
  for (let a = -reach; a <= reach; a++) {
    for (let b = -reach; b <= reach; b++) {
      const x = 450 + (a * cos - b * sin) * pitch;
      const y = 450 + (a * sin + b * cos) * pitch;
      const radius = Math.sqrt(clamp(tone(x, y))) * pitch * largest;
      const inside = Math.max(Math.abs(x - 450), Math.abs(y - 450)) < 450 + pitch;
      if (inside && radius > 0.9) dots += dot(x, y, radius);
    }
  }
  return dots;
}

function dot(x: number, y: number, r: number): string {
  return `M${short(x - r)} ${short(y)}a${short(r)} ${short(r)} 0 1 0 ${short(2 * r)} 0a${short(r)} ${short(r)} 0 1 0 ${short(-2 * r)} 0Z`;
}

/** Level lines that swell with the tone, as a burin leaves them; path data on a sheet 900 wide. */
export function engraving(tone: Tone, pitch: number): string {
  let lines = "";
  for (let y = pitch / 2; y < 900; y += pitch) {
    let [above, below] = ["", ""];
    for (let x = -5; x <= 905; x += 5) {
      const half = Math.max(0.4, clamp(tone(x, y)) * pitch * 0.97) / 2;
      above += `L${x} ${short(y - half)}`;
      below = `L${x} ${short(y + half)}${below}`;
    }
    lines += `M-5 ${short(y)}${above}${below}Z`;
  }
  return lines;
}
