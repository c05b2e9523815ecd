export type { Card } from "./cards.ts";
export type { ArtworkLayer, ArtworkSpec } from "./engine/compose/compose.ts";
export { encodeQr, fitsQr } from "./engine/compose/qr.ts";
export {
  type DrawState,
  drawGenerative,
  drawRandom,
  isAvailable,
  signatureOf,
} from "./engine/draw/draw.ts";
export { createPrng, type Prng } from "./engine/draw/prng.ts";
export { rarityScores } from "./engine/draw/rarity.ts";
export { storeCover, storeCoverUpload, storeLayerUpload, storePhotoUpload } from "./image-uploads.ts";
export { imageColumn, withdrawImage } from "./images.data.ts";
export { type DecodedImage, decodeImage, readImageVariant, saveImage, storeImage } from "./images.ts";
export { artworkJobs } from "./jobs.ts";
export {
  photoPlaceholder,
  readArtworkPng,
  renderAndStoreArtwork,
  renderPreviews,
  renderPrint,
} from "./render.ts";
export { addCards, addIcons, addImageFiles } from "./routes.ts";
