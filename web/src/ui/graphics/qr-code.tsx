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

/** Draws a QR code with lines of text below, as a PNG for the photos of a phone. */
export async function drawQrPng({ rows, lines }: Drawing): Promise<Blob | null> {
  const [width, lineHeight, margin] = [1080, 64, 48];
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = width + lines.length * lineHeight + margin;
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
  context.font = "40px sans-serif";
  context.textAlign = "center";
  for (const [at, line] of lines.entries())
    context.fillText(line, width / 2, width + (at + 0.5) * lineHeight, width - 2 * margin);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
