import type { Page } from "playwright-core";

/**
 * Makes the pages that a visit opens next answer like browsers that protect their users from being recognised: canvases can be drawn on,
 * and are read as noise until `allowCanvas`.
 */
export async function protectCanvas(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const site: Window & { isCanvasAllowed?: boolean } = window;
    const fillNoise = ({ data }: ImageData) => {
      if (site.isCanvasAllowed !== true)
        for (let at = 0; at < data.length; at += 1) data[at] = at % 4 === 3 ? 255 : 256 * Math.random();
    };
    const copyNoisy = (canvas: HTMLCanvasElement) => {
      if (site.isCanvasAllowed === true) return canvas;
      const { width, height } = canvas;
      const copy = Object.assign(document.createElement("canvas"), { width, height });
      const noise = new ImageData(width, height);
      fillNoise(noise);
      copy.getContext("2d")?.putImageData(noise, 0, 0);
      return copy;
    };
    const { toBlob, toDataURL } = HTMLCanvasElement.prototype;
    const { getImageData } = CanvasRenderingContext2D.prototype;
    Object.assign(HTMLCanvasElement.prototype, {
      toBlob(this: HTMLCanvasElement, ...rest: Parameters<typeof toBlob>) {
        return toBlob.apply(copyNoisy(this), rest);
      },
      toDataURL(this: HTMLCanvasElement, ...rest: Parameters<typeof toDataURL>) {
        return toDataURL.apply(copyNoisy(this), rest);
      },
    });
    Object.assign(CanvasRenderingContext2D.prototype, {
      getImageData(this: CanvasRenderingContext2D, ...rest: Parameters<typeof getImageData>) {
        const read = getImageData.apply(this, rest);
        fillNoise(read);
        return read;
      },
    });
  });
}

/** Permits the site to read its canvases, as a visitor does in the address bar. */
export async function allowCanvas(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isCanvasAllowed: true }));
}

/** Opens a page of the site whose canvases are read as they are, to draw and to compare pictures. */
export async function openPlainPage(page: Page, url: string): Promise<Page> {
  const plain = await page.context().newPage();
  await plain.goto(`${url}/login`);
  return plain;
}

type Part = { address: string; box?: { left: number; top: number; side: number }; isGrey?: boolean };

/** Returns the mean difference of two pictures of the site, or squares of them, in 255ths. */
export function comparePictures(plain: Page, found: Part, expected: Part): Promise<number> {
  return plain.evaluate(
    async (parts) => {
      const side = 60;
      const read = async ({ address, box, isGrey = false }: Part) => {
        const image = Object.assign(new Image(), { src: address });
        await image.decode();
        const whole = { left: 0, top: 0, side: image.naturalWidth };
        const { left, top, side: cut } = box ?? whole;
        const drawing = new OffscreenCanvas(side, side).getContext("2d");
        if (drawing === null) throw new Error("There is nothing to draw on.");
        drawing.imageSmoothingQuality = "high";
        drawing.drawImage(image, left, top, cut, cut, 0, 0, side, side);
        const { data } = drawing.getImageData(0, 0, side, side);
        for (let at = 0; isGrey && at < data.length; at += 4) {
          const grey = 0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0);
          data.fill(grey, at, at + 3);
        }
        return data;
      };
      const [left, right] = [await read(parts[0]), await read(parts[1])];
      return left.reduce((sum, value, at) => sum + Math.abs(value - (right[at] ?? 0)), 0) / left.length;
    },
    [found, expected] as const,
  );
}
