/** An experience as a card: its picture, where it stands, and what it takes. `sizes` is that of its picture. */
export { DropCard } from "./drop-card.tsx";
/** Experiences as a programme, one line each. Takes what `drop` lists, in the order it is to be shown. */
export { Programme } from "./programme.tsx";
