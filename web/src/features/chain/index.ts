/** Wallets linked to the account: the section of the settings. */

/** The text of an error about an address that a user typed or pasted. */
export { addressErrorText } from "./address-error.ts";
/** The rate of a resale royalty, and the wallets that can receive it. */
export { RoyaltyField, useWalletsOn } from "./royalty-field.tsx";
export { LinkedWallets } from "./settings-section.tsx";
/** Connects a wallet, switches its network and requests signatures. */
export { useWallet, type Wallet } from "./use-wallet.ts";
/** Buttons that connect a wallet, and the status of pending requests. The caller loads the texts of `wallets` first. */
export { PendingSignature, WalletButtons, WalletStatus } from "./wallet-buttons.tsx";
/** Form field that selects a wallet. */
export { WalletChoice } from "./wallet-choice.tsx";
