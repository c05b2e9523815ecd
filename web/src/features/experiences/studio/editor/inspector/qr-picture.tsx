import { QrPlaceholder } from "../../../artworks/part-picture.tsx";
import type { EditorComponent } from "../state/components.ts";
import { useQrCode } from "./use-qr-code.ts";

/** Quiet zone around a code, in modules. */
const quiet = 4;

/** A QR code as it will be rendered, in the chosen colours. */
export function QrPicture({ part }: { part: EditorComponent }) {
  const code = useQrCode(part);
  const { fg_color: ink, bg_color: ground } = part.draft;
  if (code === undefined) return <QrPlaceholder ink={ink} ground={ground} />;
  const { width } = part.numbers;
  const scale = Math.floor(width / (code.rows.length + 2 * quiet));
  const margin = Math.floor((width - code.rows.length * scale) / 2);
  return (
    <svg className="qr" viewBox={`0 0 ${width} ${width}`} shapeRendering="crispEdges" aria-hidden="true">
      <path fill={ground} d={`M0 0h${width}v${width}H0z`} />
      <path fill={ink} d={drawPath(code.rows)} transform={`translate(${margin} ${margin}) scale(${scale})`} />
    </svg>
  );
}

/** Merges adjacent dark modules into one bar. */
function drawPath(rows: readonly string[]): string {
  return rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(({ index, 0: bar }) => `M${index} ${y}h${bar.length}v1h${-bar.length}z`),
    )
    .join("");
}
