import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { getNetworks } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import { type Provider, readChainId, refusalOf } from "./provider.ts";

/** A network that the server can reach. */
export type SupportedNetwork = AnswerOf<typeof getNetworks>["networks"][number];

/** Well-known networks by chain id. A wallet may be on one that the server does not reach. */
export const usualNetworks: ReadonlyMap<number, Network> = new Map([
  [1, "MAINNET"],
  [137, "POLYGON"],
  [59_144, "LINEA"],
  [80_002, "MUMBAI"],
  [59_141, "LINEA_GOERLI"],
  [11_155_111, "GOERLI"],
]);

const tokens: Partial<Record<Network, string>> = { POLYGON: "POL", MUMBAI: "POL" };

/**
 * Switches a wallet to a network, and adds the network to the wallet if it is unknown there. `name`: display name of
 * the network.
 */
export async function switchNetwork(
  provider: Provider,
  network: SupportedNetwork,
  name: string,
): Promise<void> {
  try {
    await requestSwitch(provider, network);
  } catch (error) {
    if (refusalOf(error) !== "UNKNOWN_NETWORK") throw error;
    await provider.request({ method: "wallet_addEthereumChain", params: [toChainParameters(network, name)] });
    await requestSwitch(provider, network);
  }
}

async function requestSwitch(provider: Provider, { chain_id }: SupportedNetwork): Promise<void> {
  await provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId: hex(chain_id) }] });
}

/** Builds the parameters of EIP-3085. The RPC URL of the local chain is a path of this site. */
function toChainParameters({ name: network, chain_id, rpc_url }: SupportedNetwork, name: string) {
  const token = tokens[network] ?? "ETH";
  return {
    chainId: hex(chain_id),
    chainName: name,
    nativeCurrency: { name: token, symbol: token, decimals: 18 },
    rpcUrls: [new URL(rpc_url, window.location.origin).href],
  };
}

export async function chainOf(provider: Provider): Promise<number | undefined> {
  return readChainId(await provider.request({ method: "eth_chainId" }));
}

const hex = (chainId: number) => `0x${chainId.toString(16)}`;
