/** Wallets that are linked to the account: the section of the settings. */
export { LinkedWallets } from "./settings-section.tsx";
/** The one way to a wallet: connecting, its network, its signature. */
export { useWallet, type Wallet } from "./use-wallet.ts";
/**
 * The buttons that connect a wallet, and what the reader is told meanwhile. Whoever shows them loads the texts of `wallets` first.
 */
export { WalletButtons, WalletStatus } from "./wallet-buttons.tsx";
/** A field of a form: which wallet something goes to. */
export { WalletChoice } from "./wallet-choice.tsx";
