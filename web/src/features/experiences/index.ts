/** An experience as a card: its picture, where it stands, and what it takes. `sizes` is that of its picture. */
export { DropCard } from "./list/drop-card.tsx";
