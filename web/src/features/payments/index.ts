/** Where a publisher's income goes: the section of the settings. */
export { PayoutAccount } from "./payout-section.tsx";
