import type { Network } from "@wrapsody/shared/experiences.ts";

const explorers: Partial<Record<Network, string>> = {
  LINEA: "https://lineascan.build",
  LINEA_GOERLI: "https://goerli.lineascan.build",
  POLYGON: "https://polygonscan.com",
  MUMBAI: "https://mumbai.polygonscan.com",
};
const ethereumExplorer = "https://etherscan.io";

/** Networks by the name that their people use. */
export const networkNames: Record<Network, string> = {
  MAINNET: "Ethereum",
  POLYGON: "Polygon",
  LINEA: "Linea",
  MUMBAI: "Mumbai",
  LINEA_GOERLI: "Linea Goerli",
  GOERLI: "Goerli",
  LOCAL: "Local chain",
  RINKEBY: "Rinkeby",
};

/** Where a block explorer shows a contract or a wallet. */
export function addressOnExplorer(network: Network, address: string): string {
  return `${explorers[network] ?? ethereumExplorer}/address/${address}`;
}

/** Where a block explorer shows one token of a collection. */
export function tokenOnExplorer(network: Network, contract: string, token: string): string {
  return `${explorers[network] ?? ethereumExplorer}/token/${contract}?a=${encodeURIComponent(token)}`;
}
