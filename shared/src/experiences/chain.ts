/** The networks of tokens. `LOCAL` is the chain that the program runs itself. */
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
 * The value of `nft_hash` while a token is requested. The transaction's hash is known only once the network has confirmed it.
 */
export const pendingHash = "PENDING";
