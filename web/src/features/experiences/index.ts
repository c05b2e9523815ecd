/** Loads participants' artworks as a grid. Pages of wraps, which load this module, have none. */
export const loadArtworkGrid = () =>
  import("./artworks/artwork-grid.tsx").then(({ ArtworkGrid }) => ArtworkGrid);
/** A user's own artworks as a grid. */
export { CollectedGrid } from "./artworks/collected-grid.tsx";
/** An experience as a card with image, status and price. `sizes` is the HTML attribute of its image. A list of cards ends with the note. */
export { DropCard, IssuedNote } from "./list/drop-card.tsx";
