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
