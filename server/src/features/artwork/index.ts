export { addCards } from "./cards.routes.ts";
export { artworkFiles } from "./files.routes.ts";
export { imageColumn } from "./images.data.ts";
export { takeImage } from "./images.ts";
export { takeArtwork } from "./intake.ts";
