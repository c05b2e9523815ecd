import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { FastifyInstance } from "fastify";

const require = createRequire(import.meta.url);
const latin =
  "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122";
const faces = [
  { family: "Archivo Variable", file: "archivo-latin", range: latin },
  {
    family: "Archivo Variable",
    file: "archivo-latin-ext",
    range: "U+0100-02BA, U+1E00-1EFF, U+20A0-20AB, U+20AD-20C0",
  },
  { family: "Martian Mono Variable", file: "martian-mono-latin", range: latin },
] as const;
const axes = {
  "Archivo Variable": "font-weight: 100 900; font-stretch: 62% 125%;",
  "Martian Mono Variable": "font-weight: 100 800; font-stretch: 75% 112.5%;",
} as const;

/** The typefaces of the site at addresses that no build changes: the policy of plain pages is a hash of their styles. */
export const fontFaces = faces
  .map(
    ({ family, file, range }) => `@font-face {
  font-family: "${family}"; ${axes[family]} font-display: swap;
  src: url("/fonts/${file}.woff2") format("woff2"); unicode-range: ${range};
}`,
  )
  .join("\n");

/** Adds `GET /fonts/{file}.woff2`. */
export function addSiteFonts(app: FastifyInstance): void {
  for (const { file } of faces) {
    const [family] = file.split("-latin");
    const path = require.resolve(`@fontsource-variable/${family}/files/${file}-wdth-normal.woff2`);
    app.get(`/fonts/${file}.woff2`, async (_request, reply) =>
      reply
        .type("font/woff2")
        .header("cache-control", "public, max-age=86400")
        .send(await readFile(path)),
    );
  }
}
