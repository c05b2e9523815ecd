/** Loads the grid of participants' artworks. */

/** A user's own artworks as a grid. */
export { CollectedGrid } from "./artworks/collected-grid.tsx";
export { loadArtworkGrid } from "./artworks/load-artwork-grid.ts";
/** An experience as a card with image, status and price. `sizes` is the HTML attribute of its image. A list of cards ends with the note. */
export { DropCard, IssuedNote } from "./list/drop-card.tsx";
