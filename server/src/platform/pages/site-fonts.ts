import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { FastifyInstance } from "fastify";

const require = createRequire(import.meta.url);
const faces = {
  latin: "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122",
  "latin-ext": "U+0100-02BA, U+1E00-1EFF, U+20A0-20AB, U+20AD-20C0",
} as const;

/** The typeface of the site at addresses that no build changes: the policy of plain pages is a hash of their styles. */
export const fontFaces = Object.entries(faces)
  .map(
    ([face, range]) => `@font-face {
  font-family: "Archivo Variable"; font-weight: 100 900; font-stretch: 62% 125%; font-display: swap;
  src: url("/fonts/archivo-${face}.woff2") format("woff2"); unicode-range: ${range};
}`,
  )
  .join("\n");

/** Adds `GET /fonts/archivo-{face}.woff2`. */
export function addSiteFonts(app: FastifyInstance): void {
  for (const face of Object.keys(faces)) {
    const file = require.resolve(`@fontsource-variable/archivo/files/archivo-${face}-wdth-normal.woff2`);
    app.get(`/fonts/archivo-${face}.woff2`, async (_request, reply) =>
      reply
        .type("font/woff2")
        .header("cache-control", "public, max-age=86400")
        .send(await readFile(file)),
    );
  }
}
