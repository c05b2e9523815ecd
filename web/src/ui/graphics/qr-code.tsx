import { isCanvasEncodable } from "./canvas-reading.ts";
import "./qr-code.css";

/** Quiet zone required by ISO 18004, in modules. */
const QUIET_ZONE = 4;

type QrCodeProps = {
  rows: readonly string[];
  /** It is decorative without one. */
  label?: string;
  foreground?: string;
  background?: string;
};

/** A QR code from rows of `0` and `1`: by default black on white in both colour schemes, because cameras expect that. */
export function QrCode({ rows, label, foreground = "#000", background = "#fff" }: QrCodeProps) {
  const size = rows.length + 2 * QUIET_ZONE;
  const isDecorative = label === undefined;
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role={isDecorative ? undefined : "img"}
      aria-label={label}
      aria-hidden={isDecorative || undefined}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill={background} />
      <path d={pathOf(rows)} fill={foreground} />
    </svg>
  );
}

/** Draws each run of dark modules as a rectangle. */
function pathOf(rows: readonly string[]): string {
  return rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(
        ({ index, 0: run }) => `M${index + QUIET_ZONE} ${y + QUIET_ZONE}h${run.length}v1h-${run.length}z`,
      ),
    )
    .join("");
}

type Drawing = { rows: readonly string[]; lines: readonly string[] };

const WIDTH_PX = 1080;
const LINE_HEIGHT_PX = 64;
const MARGIN_PX = 48;
const FONT = "40px sans-serif";
const heightOf = (lines: readonly string[]) => WIDTH_PX + lines.length * LINE_HEIGHT_PX + MARGIN_PX;
const centerOfLine = (at: number) => WIDTH_PX + (at + 0.5) * LINE_HEIGHT_PX;

/**
 * Draws a QR code with lines of text below: a PNG for the photos of a phone, or an SVG in browsers that return noise instead of what was
 * drawn.
 */
export async function drawQrFile(drawing: Drawing): Promise<{ file: Blob; extension: "png" | "svg" }> {
  const png = (await isCanvasEncodable()) ? await drawPng(drawing) : null;
  if (png !== null) return { file: png, extension: "png" };
  return { file: new Blob([writeSvg(drawing)], { type: "image/svg+xml" }), extension: "svg" };
}

async function drawPng({ rows, lines }: Drawing): Promise<Blob | null> {
  const width = WIDTH_PX;
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = heightOf(lines);
  const context = canvas.getContext("2d");
  if (context === null) return null;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000";
  const scale = Math.floor(width / (rows.length + 2 * QUIET_ZONE));
  const start = Math.floor((width - rows.length * scale) / 2);
  for (const [y, row] of rows.entries())
    for (const { index, 0: run } of row.matchAll(/1+/g))
      context.fillRect(start + index * scale, start + y * scale, run.length * scale, scale);
  context.font = FONT;
  context.textAlign = "center";
  for (const [at, line] of lines.entries())
    context.fillText(line, width / 2, centerOfLine(at), width - 2 * MARGIN_PX);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function writeSvg({ rows, lines }: Drawing): string {
  const scale = WIDTH_PX / (rows.length + 2 * QUIET_ZONE);
  const texts = lines.map(
    (line, at) =>
      `<text x="${WIDTH_PX / 2}" y="${centerOfLine(at)}" text-anchor="middle">${escapeXml(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH_PX}" height="${heightOf(lines)}" style="font:${FONT}">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<path d="${pathOf(rows)}" transform="scale(${scale})" shape-rendering="crispEdges"/>`,
    ...texts,
    "</svg>",
  ].join("");
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
