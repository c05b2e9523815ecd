/** Loads participants' artworks as a grid. Pages of wraps, which load this module, have none. */
export const loadArtworkGrid = () => import("./artwork-grid.tsx").then(({ ArtworkGrid }) => ArtworkGrid);
