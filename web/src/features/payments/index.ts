/** Payout account of a publisher: a section of the earnings. */
export { PayoutAccount } from "./payout-section.tsx";
