import { imagePath, imageWidths } from "@wrapsody/shared/api/media.ts";
import type { RevealedLayer } from "@wrapsody/shared/experiences/own-artworks.ts";
import { CANVAS_SIDE_PX } from "@wrapsody/shared/experiences/placing.ts";

/** A layer of a reveal. Without an address its image could not be loaded, or is not the reader's to see. */
export type RevealLayer = RevealedLayer & { address: string | undefined };

/** A reveal starts with the layers that are loaded by then. */
const PRELOAD_TIMEOUT_MS = 8_000;

/** Loads and decodes the images of layers, so that a reveal never waits. `side` is the displayed side of the artwork in pixels. */
export function preloadLayers(
  layers: readonly RevealedLayer[],
  { side, timeoutMs = PRELOAD_TIMEOUT_MS }: { side: number; timeoutMs?: number },
): Promise<RevealLayer[]> {
  return Promise.all(
    layers.map(async (layer) => {
      const address = addressOf(layer, side);
      const isLoaded = address !== undefined && (await withTimeout(loadImage(address), timeoutMs));
      return { ...layer, address: isLoaded ? address : undefined };
    }),
  );
}

function addressOf({ image, picture, box }: RevealedLayer, side: number): string | undefined {
  if (picture !== null) return `data:image/webp;base64,${picture}`;
  if (image === null) return undefined;
  const displayedWidth = (side * box.width) / CANVAS_SIDE_PX;
  const width =
    imageWidths.find((offered) => offered >= displayedWidth) ?? imageWidths.at(-1) ?? CANVAS_SIDE_PX;
  return imagePath(image.id, width, "webp");
}

async function loadImage(address: string): Promise<boolean> {
  const image = new Image();
  image.src = address;
  return image.decode().then(
    () => true,
    () => false,
  );
}

function withTimeout(loading: Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), timeoutMs));
  return Promise.race([loading, late]);
}
