/** The chains that tokens may live on. `LOCAL` is the program's own. */
export const networks = [
  "MAINNET",
  "POLYGON",
  "LINEA",
  "MUMBAI",
  "LINEA_GOERLI",
  "GOERLI",
  "LOCAL",
  "RINKEBY",
] as const;
export type Network = (typeof networks)[number];

/**
 * What `nft_hash` holds while a token is asked for: the transaction's hash is not known before the network has confirmed
 * it. No hash looks like this.
 */
export const pendingHash = "PENDING";
