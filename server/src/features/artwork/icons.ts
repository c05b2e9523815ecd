import sharp from "sharp";
import { renderLogo } from "./cards.ts";

type Icon = { path: string; size: number; purpose: "any" | "maskable" };

const LOGO_SIZE = 26;
/** Center of the logo's lines, on both axes. */
const LINES_MIDDLE = 15.6;
/** The scale of the logo in a maskable icon: its lines stay within the circle that every platform shows. */
const MASKABLE_SCALE = 0.66;
const SQUARE_COLOR = "#0a0a0a";
const LINE_COLOR = "#fdfdfb";

/** iOS asks for this one by its name, and cuts its corners itself. */
export const appleIcon: Icon = { path: "/apple-touch-icon.png", size: 180, purpose: "maskable" };

/** Draws an icon from the logo: PNG. */
export function renderIcon({ size, purpose }: Icon): Promise<Buffer> {
  const scale = purpose === "maskable" ? MASKABLE_SCALE : 1;
  const inset = purpose === "maskable" ? LOGO_SIZE / 2 - LINES_MIDDLE * scale : 0;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${LOGO_SIZE} ${LOGO_SIZE}">
    <path fill="${SQUARE_COLOR}" d="M0 0h${LOGO_SIZE}v${LOGO_SIZE}H0z"/>
    <g transform="translate(${inset} ${inset}) scale(${scale})">${renderLogo(0, 0, LINE_COLOR, SQUARE_COLOR)}</g>
  </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
