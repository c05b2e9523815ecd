/** A row of covers under a heading. */
export { SongRow } from "./wraps/song-row.tsx";
