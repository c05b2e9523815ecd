import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import type { TFunction } from "i18next";

/** Common names of networks. */
const names = {
  MAINNET: "Ethereum",
  POLYGON: "Polygon",
  LINEA: "Linea",
  MUMBAI: "Polygon Amoy",
  LINEA_GOERLI: "Linea Sepolia",
  GOERLI: "Sepolia",
  RINKEBY: "Sepolia",
} satisfies Record<Exclude<Network, "LOCAL">, string>;

/** Retired test networks map to their successors. */
const explorers: Partial<Record<Network, string>> = {
  LINEA: "https://lineascan.build",
  LINEA_GOERLI: "https://sepolia.lineascan.build",
  POLYGON: "https://polygonscan.com",
  MUMBAI: "https://amoy.polygonscan.com",
  GOERLI: "https://sepolia.etherscan.io",
  RINKEBY: "https://sepolia.etherscan.io",
};

export function networkName(t: TFunction, network: Network): string {
  return network === "LOCAL" ? t("ui.ownChain") : names[network];
}

/** Returns true for the chain that the platform runs itself, which no public explorer can reach. */
export function isOwnChain(network: Network): boolean {
  return network === "LOCAL";
}

/** Returns the base URL of the explorer: one for Linea, one for Polygon, an Ethereum explorer otherwise. */
function explorerOf(network: Network): string {
  return explorers[network] ?? "https://etherscan.io";
}

export function transactionOnExplorer(network: Network, hash: string): string {
  return `${explorerOf(network)}/tx/${encodeURIComponent(hash)}`;
}

/** Returns the explorer URL of a contract or a wallet. */
export function addressOnExplorer(network: Network, address: string): string {
  return `${explorerOf(network)}/address/${encodeURIComponent(address)}`;
}

/** Returns the explorer URL of one token. */
export function tokenOnExplorer(network: Network, contract: string, token: string): string {
  return `${explorerOf(network)}/token/${encodeURIComponent(contract)}?a=${encodeURIComponent(token)}`;
}

/** Returns the URL of a token on the marketplace of the test networks: Amoy for Polygon, Sepolia otherwise. */
export function tokenOnMarketplace(network: Network, contract: string, token: string): string {
  const chain = network === "POLYGON" || network === "MUMBAI" ? "amoy" : "sepolia";
  return `https://testnets.opensea.io/assets/${chain}/${encodeURIComponent(contract)}/${encodeURIComponent(token)}`;
}
