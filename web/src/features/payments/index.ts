/** Payout account of a publisher: the section of the settings. */
export { PayoutAccount } from "./payout-section.tsx";
