/** An experience as a card with image, status and price. `sizes` is the HTML attribute of its image. */
export { DropCard } from "./list/drop-card.tsx";
