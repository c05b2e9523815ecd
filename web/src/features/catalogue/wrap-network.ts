import type { TFunction } from "i18next";

const names: Record<string, string> = {
  MAINNET: "Ethereum",
  POLYGON: "Polygon",
  LINEA: "Linea",
  MUMBAI: "Mumbai",
  LINEA_GOERLI: "Linea Goerli",
  GOERLI: "Goerli",
  RINKEBY: "Rinkeby",
};

/** The chain that the program itself runs; nobody else can look into it. */
export function isOwnChain(network: string | null): boolean {
  return network === "LOCAL";
}

export function networkName(network: string | null, t: TFunction): string {
  if (network === null) return t("wrap.notListed");
  return isOwnChain(network) ? t("wrap.ownChainName") : (names[network] ?? network);
}

/** Where a network's transactions are looked up: one explorer for Linea, one for Polygon, Etherscan otherwise. */
function explorerOf(network: string | null): string {
  if (network === "LINEA" || network === "LINEA_GOERLI") return "https://lineascan.build";
  if (network === "POLYGON" || network === "MUMBAI") return "https://polygonscan.com";
  return "https://etherscan.io";
}

export function transactionLink(network: string | null, hash: string): string {
  return `${explorerOf(network)}/tx/${encodeURIComponent(hash)}`;
}

export function contractLink(network: string | null, contract: string): string {
  return `${explorerOf(network)}/address/${encodeURIComponent(contract)}`;
}

/** The marketplace of the test networks: Amoy for Polygon, Sepolia otherwise. */
export function marketplaceLink(network: string | null, contract: string, token: string): string {
  const chain = network === "POLYGON" || network === "MUMBAI" ? "amoy" : "sepolia";
  return `https://testnets.opensea.io/assets/${chain}/${encodeURIComponent(contract)}/${encodeURIComponent(token)}`;
}
