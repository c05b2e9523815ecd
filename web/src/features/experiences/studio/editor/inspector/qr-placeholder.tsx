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

const drawing = buildCells()
  .map(([x, y]) => `M${x + quiet} ${y + quiet}h1v1h-1z`)
  .join("");

function buildCells(): [number, number][] {
  const places = Array.from({ length: modules * modules }, (_, index): [number, number] => [
    index % modules,
    Math.floor(index / modules),
  ]);
  return places.filter(([x, y]) => isDark(x, y));
}

function isDark(x: number, y: number): boolean {
  for (const [left, top] of eyes) {
    const [dx, dy] = [x - left, y - top];
    if (dx < -1 || dx > 7 || dy < -1 || dy > 7) continue;
    const ring = Math.max(Math.abs(dx - 3), Math.abs(dy - 3));
    return ring !== 2 && ring < 4;
  }
  return ((x * 7 + y * 13 + ((x * y) % 5) * 3) ^ (x * 3)) % 7 < 3;
}
