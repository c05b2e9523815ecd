import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { chance } from "./ink.ts";

export type Colour = readonly [number, number, number];

/** A colour for every pixel of a sheet 1000 wide. */
export type Ground = (x: number, y: number) => Colour;

/** What goes to the press: ink as SVG, over a painted ground where there is one. */
export type Drawing = { readonly svg: string; readonly ground?: Ground };

export type Press = {
  /** A square JPEG with the grain of the paper in it, under `most` bytes. */
  print(drawing: Drawing, size: number, most: number, file: string): Promise<void>;
  /** A piece with a transparent ground, `width` pixels wide, as WebP. */
  cut(svg: string, width: number, file: string): Promise<void>;
  close(): Promise<void>;
};

const fontFiles = ["latin", "latin-ext"].map(
  (subset) => `@fontsource-variable/archivo/files/archivo-${subset}-wdth-normal.woff2`,
);

/** Chromium is the press: it knows filters, blending and the widths of Archivo. `CHROMIUM` names another one. */
export async function openPress(): Promise<Press> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
  });
  const page = await browser.newPage({ viewport: { width: 1000, height: 1000 } });
  await page.setContent(`<style>${await fontFaces()}
    body { margin: 0; background: transparent }
    #bed { display: inline-block }
    svg { display: block }
    text { font-family: Archivo }
    </style><div id="bed"></div>`);
  const expose = async (svg: string, width: number) => {
    const sized = svg.replace("<svg ", `<svg width="${width}" `);
    await page.evaluate(`document.getElementById("bed").innerHTML = ${JSON.stringify(sized)}`);
    await page.evaluate("document.fonts.ready.then(() => undefined)");
    return page.locator("#bed > svg").screenshot({ omitBackground: true });
  };
  return {
    async print({ svg, ground }, size, most, file) {
      const ink = await expose(svg, 1000);
      const base = ground === undefined ? sharp(ink) : sharp(paint(ground), raw).composite([{ input: ink }]);
      const pixels = await base.removeAlpha().raw().toBuffer();
      await save(file, await jpegUnder(most, addGrain(pixels), size));
    },
    async cut(svg, width, file) {
      const pixels = await expose(svg, width);
      await save(file, await sharp(pixels).webp({ nearLossless: true, quality: 60, effort: 6 }).toBuffer());
    },
    close: () => browser.close(),
  };
}

const raw = { raw: { width: 1000, height: 1000, channels: 3 } } as const;

let faces: Promise<string> | undefined;

function fontFaces(): Promise<string> {
  faces ??= Promise.all(
    fontFiles.map(async (file) => {
      const bytes = await readFile(createRequire(import.meta.url).resolve(file));
      return `@font-face { font-family: Archivo; src: url(data:font/woff2;base64,${bytes.toString("base64")}); font-weight: 100 900; font-stretch: 62% 125%; ${file.includes("latin-ext") ? "unicode-range: U+0100-024F" : "unicode-range: U+0000-00FF, U+2000-206F, U+2190-21FF"} }`;
    }),
  ).then((rules) => rules.join("\n"));
  return faces;
}

function paint(ground: Ground): Buffer {
  const pixels = Buffer.alloc(1000 * 1000 * 3);
  for (let y = 0; y < 1000; y++) {
    for (let x = 0; x < 1000; x++) pixels.set(ground(x, y).map(byte), (y * 1000 + x) * 3);
  }
  return pixels;
}

const byte = (value: number) => Math.max(0, Math.min(255, Math.round(value)));

/** A little light and dark over everything, and rare pale specks where the ink is thick. */
function addGrain(pixels: Buffer): Buffer {
  const next = chance(977);
  for (let at = 0; at < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    const light = (red * 0.3 + green * 0.59 + blue * 0.11) / 255;
    const speck = light < 0.86 && next() < 0.005 ? 26 * (1 - light) + 6 : 0;
    const grain = (next() - 0.5) * 5 + speck;
    pixels[at] = byte(red + grain);
    pixels[at + 1] = byte(green + grain);
    pixels[at + 2] = byte(blue + grain);
  }
  return pixels;
}

/** Coarse screens are hard on JPEG: they are printed a little smaller before they are printed badly. */
async function jpegUnder(most: number, pixels: Buffer, size: number): Promise<Buffer> {
  for (const width of [size, size * 0.9, size * 0.82].map(Math.round)) {
    const resized = await sharp(pixels, raw).resize(width).png({ compressionLevel: 1 }).toBuffer();
    for (let quality = 82; quality >= 46; quality -= 6) {
      const jpeg = await sharp(resized).jpeg({ quality, mozjpeg: true }).toBuffer();
      if (jpeg.length < most) return jpeg;
    }
  }
  throw new Error(`No quality brings this picture under ${most} bytes.`);
}

async function save(file: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}
